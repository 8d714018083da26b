//! Replaces calls through constant function tables in a wasm file by direct calls.
//!
//! An interpreter written in Rust dispatches instructions by `HANDLERS[opcode](…)`. In wasm this is a
//! `call_indirect` with a number read from memory, which is slow in browsers: it took half of the guest
//! engine's time. The table's content is known after linking. The call therefore becomes a `br_table` on the
//! opcode, with a direct call of the function in each branch.

mod facts;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{BlockType, CodeSection, Function, Instruction, Module, ValType};
use wasmparser::{FunctionBody, Operator, Parser};

use facts::Facts;

/// Number of entries in a table, which a byte selects.
const ENTRIES: usize = 256;

/// Number of operators in `local.get x; i32.const 2; i32.shl; i32.load TABLE; call_indirect`, which calls
/// `TABLE[x]`.
const LENGTH: usize = 5;

/// Makes calls through constant tables direct, and returns the new file and the number of calls.
///
/// # Errors
/// The reason why the file is invalid.
pub(super) fn make_direct(wasm: &[u8]) -> Result<(Vec<u8>, usize), String> {
    let facts = Facts::read(wasm).map_err(|error| error.to_string())?;
    let mut rewriter = Rewriter { defined: facts.imported, facts, made: 0 };
    let mut module = Module::new();
    rewriter.parse_core_module(&mut module, Parser::new(0), wasm).map_err(|error| error.to_string())?;
    Ok((module.finish(), rewriter.made))
}

struct Rewriter<'a> {
    facts: Facts<'a>,
    /// Index of the function whose body comes next.
    defined: usize,
    made: usize,
}

/// A call through a table.
struct Call {
    /// The local that holds the opcode.
    opcode: u32,
    /// Index of the called functions' type.
    type_index: u32,
    /// The entries of the table.
    functions: Vec<u32>,
}

impl Reencode for Rewriter<'_> {
    type Error = std::convert::Infallible;

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), reencode::Error> {
        let function = self.defined;
        self.defined += 1;
        let operators: Vec<Operator<'_>> =
            body.get_operators_reader()?.into_iter().collect::<Result<_, _>>()?;
        let calls: Vec<(usize, Call)> = (0..operators.len().saturating_sub(LENGTH - 1))
            .filter_map(|at| Some((at, self.facts.call(&operators[at..at + LENGTH])?)))
            .collect();
        if calls.is_empty() {
            return reencode::utils::parse_function_body(self, code, body);
        }
        let mut locals = Vec::new();
        for group in body.get_locals_reader()? {
            let (count, of) = group?;
            locals.push((count, self.val_type(of)?));
        }
        let parameters = self.facts.parameters(self.facts.functions[function]).len();
        let mut free = u32::try_from(parameters).unwrap_or(u32::MAX)
            + locals.iter().map(|(count, _)| count).sum::<u32>();
        let mut firsts = Vec::new();
        for (_, call) in &calls {
            firsts.push(free);
            for of in self.facts.parameters(call.type_index).to_vec() {
                locals.push((1, self.val_type(of)?));
                free += 1;
            }
        }
        let mut written = Function::new(locals);
        let mut next = 0;
        for ((at, call), first) in calls.iter().zip(firsts) {
            for operator in &operators[next..*at] {
                written.instruction(&self.instruction(operator.clone())?);
            }
            let indirect: Result<Vec<_>, _> = operators[*at..at + LENGTH]
                .iter()
                .map(|operator| self.instruction(operator.clone()))
                .collect();
            let parameters: Result<Vec<ValType>, _> = self
                .facts
                .parameters(call.type_index)
                .to_vec()
                .into_iter()
                .map(|of| self.val_type(of))
                .collect();
            write(&mut written, call, first, parameters?.len(), &indirect?);
            next = at + LENGTH;
            self.made += 1;
        }
        for operator in &operators[next..] {
            written.instruction(&self.instruction(operator.clone())?);
        }
        code.function(&written);
        Ok(())
    }
}

/// Writes a call with `count` parameters on the stack, using locals from `first` on for them. An opcode
/// beyond the table takes the indirect call as before.
fn write(body: &mut Function, call: &Call, first: u32, count: usize, indirect: &[Instruction<'_>]) {
    let mut sink = body.instructions();
    let locals = first..first + u32::try_from(count).unwrap_or(u32::MAX);
    for local in locals.clone().rev() {
        sink.local_set(local);
    }
    let distinct: Vec<u32> = call.functions.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let branches = u32::try_from(distinct.len()).unwrap_or(u32::MAX);
    // The end, then the case beyond the table, then a block for each function: a branch leaves its block.
    for _ in 0..branches + 2 {
        sink.block(BlockType::Empty);
    }
    let branch = |function: &u32| {
        u32::try_from(distinct.partition_point(|other| other < function)).unwrap_or(u32::MAX)
    };
    let targets: Vec<u32> = call.functions.iter().map(branch).collect();
    sink.local_get(call.opcode).br_table(targets, branches);
    for (index, function) in distinct.iter().enumerate() {
        sink.end();
        for local in locals.clone() {
            sink.local_get(local);
        }
        sink.call(*function).br(branches - u32::try_from(index).unwrap_or(u32::MAX));
    }
    sink.end();
    for local in locals {
        sink.local_get(local);
    }
    for instruction in indirect {
        body.instruction(instruction);
    }
    body.instructions().end();
}
