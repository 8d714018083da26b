//! Reads the functions of a wasm file, and the function tables in its memory.

use std::collections::BTreeMap;

use wasmparser::{
    CompositeInnerType, ConstExpr, DataKind, ElementItems, ElementKind, Imports, MemArgTarget, Operator,
    Parser, Payload, Result, TypeRef, ValType,
};

use super::{Call, ENTRIES};

/// The parts of the file that are needed.
pub(super) struct Facts<'a> {
    /// Parameters by type, and whether there is a result; `None` for types that are not function types.
    types: Vec<Option<(Vec<ValType>, bool)>>,
    /// Types of all functions, imported ones first.
    pub(super) functions: Vec<u32>,
    pub(super) imported: usize,
    /// Functions in the table, by index.
    table: BTreeMap<u32, u32>,
    /// Initial memory, by address.
    memory: Vec<(u64, &'a [u8])>,
}

impl<'a> Facts<'a> {
    /// Parses a file.
    ///
    /// # Errors
    /// A file that is not wasm.
    pub(super) fn read(wasm: &'a [u8]) -> Result<Facts<'a>> {
        let mut facts = Facts {
            types: Vec::new(),
            functions: Vec::new(),
            imported: 0,
            table: BTreeMap::new(),
            memory: Vec::new(),
        };
        for payload in Parser::new(0).parse_all(wasm) {
            facts.take(payload?)?;
        }
        Ok(facts)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<()> {
        match payload {
            Payload::TypeSection(groups) => {
                for group in groups {
                    self.types.extend(group?.into_types().map(|of| match &of.composite_type.inner {
                        CompositeInnerType::Func(of) => {
                            Some((of.params().to_vec(), !of.results().is_empty()))
                        }
                        _ => None,
                    }));
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports {
                    if let Imports::Single(_, import) = import?
                        && let TypeRef::Func(of) = import.ty
                    {
                        self.functions.push(of);
                        self.imported += 1;
                    }
                }
            }
            Payload::FunctionSection(functions) => {
                for of in functions {
                    self.functions.push(of?);
                }
            }
            Payload::ElementSection(elements) => {
                for element in elements {
                    let element = element?;
                    if let ElementKind::Active { table_index: None | Some(0), offset_expr } = element.kind
                        && let ElementItems::Functions(functions) = element.items
                        && let Some(start) = constant(&offset_expr)
                    {
                        for (place, function) in (start..).zip(functions) {
                            self.table.insert(place, function?);
                        }
                    }
                }
            }
            Payload::DataSection(segments) => {
                for segment in segments {
                    let segment = segment?;
                    if let DataKind::Active { memory_index: 0, offset_expr } = segment.kind
                        && let Some(address) = constant(&offset_expr)
                    {
                        self.memory.push((u64::from(address), segment.data));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Parameters of a function type; empty for any other type.
    pub(super) fn parameters(&self, type_index: u32) -> &[ValType] {
        let of = self.types.get(type_index as usize).and_then(Option::as_ref);
        of.map_or(&[], |(parameters, _)| parameters)
    }

    /// Recognises operators that call an entry of a function table in memory, without a result, if all
    /// entries have the called type.
    pub(super) fn call(&self, operators: &[Operator<'_>]) -> Option<Call> {
        let [
            Operator::LocalGet { local_index },
            Operator::I32Const { value: 2 },
            Operator::I32Shl,
            Operator::I32Load { memarg },
            Operator::CallIndirect { type_index, table_index: 0 },
        ] = operators
        else {
            return None;
        };
        let (_, false) = self.types.get(*type_index as usize)?.as_ref()? else { return None };
        let MemArgTarget::Memory(0) = memarg.target else { return None };
        let (address, bytes) = self
            .memory
            .iter()
            .rfind(|(address, bytes)| (*address..address + bytes.len() as u64).contains(&memarg.offset))?;
        let start = usize::try_from(memarg.offset - address).ok()?;
        let words = bytes.get(start..start + ENTRIES * 4)?.chunks_exact(4);
        let functions: Option<Vec<u32>> = words
            .map(|word| {
                let place = u32::from_le_bytes(word.try_into().ok()?);
                let function = *self.table.get(&place)?;
                (self.functions.get(function as usize) == Some(type_index)).then_some(function)
            })
            .collect();
        Some(Call { opcode: *local_index, type_index: *type_index, functions: functions? })
    }
}

/// The value of a constant expression, if it is a 32-bit integer.
fn constant(expression: &ConstExpr<'_>) -> Option<u32> {
    match expression.get_operators_reader().read().ok()? {
        Operator::I32Const { value } => Some(value.cast_unsigned()),
        _ => None,
    }
}
