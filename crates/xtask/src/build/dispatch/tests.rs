//! Tests on small modules that are transformed and run.

use std::process::Command;

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, MemArg, MemArgTarget, MemorySection, MemoryType, Module,
    RefType, TableSection, TableType, TypeSection, ValType,
};
use wasmparser::{Operator, Parser, Payload};

use super::make_direct;

/// Address of the table.
const TABLE: u64 = 64;

/// A module whose `run(opcode, a)` calls one of three functions through a table in memory, whose end repeats
/// the last function `last` times. It returns the value that the function stored in a global.
fn module(last: usize) -> Vec<u8> {
    let mut module = Module::new();
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32, ValType::I64], []);
    types.ty().function([ValType::I32, ValType::I64], [ValType::I64]);
    module.section(&types);
    let mut functions = FunctionSection::new();
    for of in [0, 0, 0, 1] {
        functions.function(of);
    }
    module.section(&functions);
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 4,
        maximum: None,
        shared: false,
    });
    module.section(&tables);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    module.section(&memories);
    let mut globals = GlobalSection::new();
    globals.global(
        GlobalType { val_type: ValType::I64, mutable: true, shared: false },
        &ConstExpr::i64_const(0),
    );
    module.section(&globals);
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, 3);
    module.section(&exports);
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(1), Elements::Functions([0, 1, 2].as_slice().into()));
    module.section(&elements);
    let mut code = CodeSection::new();
    for (factor, opcode) in [(10, true), (100, false), (1000, true)] {
        let mut body = Function::new([]);
        body.instructions().local_get(1).i64_const(factor).i64_mul();
        if opcode {
            body.instructions().local_get(0).i64_extend_i32_u().i64_add();
        }
        body.instructions().global_set(0).end();
        code.function(&body);
    }
    let mut body = Function::new([(1, ValType::I32)]);
    body.instructions()
        .local_get(0)
        .i32_const(255)
        .i32_and()
        .local_set(2)
        .local_get(0)
        .local_get(1)
        .local_get(2)
        .i32_const(2)
        .i32_shl()
        .i32_load(MemArg { offset: TABLE, align: 2, target: MemArgTarget::Memory(0), ordering: None })
        .call_indirect(0, 0)
        .global_get(0)
        .end();
    code.function(&body);
    module.section(&code);
    let mut data = DataSection::new();
    let places = (0..256 - last).map(|index| if index % 2 == 0 { 1_u32 } else { 2 }).chain([3].repeat(last));
    data.active(
        0,
        &ConstExpr::i32_const(60),
        [0; 4].into_iter().chain(places.flat_map(u32::to_le_bytes)).collect::<Vec<u8>>(),
    );
    module.section(&data);
    module.finish()
}

/// Results of `run` for all opcodes.
fn results(wasm: &[u8]) -> String {
    let script = "
        const bytes = new Uint8Array(JSON.parse(process.argv[1]));
        const { run } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
        console.log(Array.from({ length: 256 }, (_, opcode) => run(opcode, 7n)).join(' '));";
    let output = Command::new("node").args(["-e", script, &format!("{wasm:?}")]).output().expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a line of numbers")
}

/// Direct calls by table and by jump: `(br_table, call, call_indirect)`.
fn operators(wasm: &[u8]) -> (usize, usize, usize) {
    let mut count = (0, 0, 0);
    for payload in Parser::new(0).parse_all(wasm) {
        let Payload::CodeSectionEntry(body) = payload.expect("wasm") else { continue };
        for operator in body.get_operators_reader().expect("a body") {
            match operator.expect("an operator") {
                Operator::BrTable { .. } => count.0 += 1,
                Operator::Call { .. } => count.1 += 1,
                Operator::CallIndirect { .. } => count.2 += 1,
                _ => {}
            }
        }
    }
    count
}

#[test]
fn calls_what_it_called() {
    for last in [0, 1, 100, 256] {
        let before = module(last);
        let (after, made) = make_direct(&before).expect("wasm");
        assert_eq!(made, 1, "{last}");
        let distinct = if last == 256 {
            1
        } else if last == 0 {
            2
        } else {
            3
        };
        assert_eq!(operators(&after), (1, distinct, 1), "{last}");
        assert_eq!(results(&after), results(&before), "{last}");
    }
}

#[test]
fn leaves_a_table_that_is_none() {
    // The last entry is not the index of a function.
    let mut wasm = module(1);
    let at = wasm.len() - 4;
    wasm[at] = 9;
    let (after, made) = make_direct(&wasm).expect("wasm");
    assert_eq!((made, operators(&after)), (0, (0, 0, 1)));
    assert_eq!(after, wasm);
}

#[test]
fn says_what_is_no_wasm() {
    assert!(make_direct(b"<!doctype html>").is_err());
}
