/**
 * What is at a place of a file: its name, and its type as the compiler writes it.
 * @module
 */

/** `NodeFlags`, `SymbolFlags` and `TypeFormatFlags` of the compiler. */
const CONST = 2;
const LET = 1;
const ALIAS = 2097152;
const NO_TRUNCATION = 1;
const USE_ALIAS_DEFINED_OUTSIDE = 16384;

/** What a symbol is, by its flags: the first that fits. @type {readonly [flag: number, kind: string][]} */
const KINDS = [
  [3, 'variable'],
  [4, 'property'],
  [8, 'enum member'],
  [16, 'function'],
  [32, 'class'],
  [64, 'interface'],
  [384, 'enum'],
  [1536, 'namespace'],
  [8192, 'method'],
  [98304, 'property'],
  [262144, 'type parameter'],
  [524288, 'type'],
];

/**
 * What is at a place, counted from 1; `undefined` where neither a name nor a literal is.
 * @param {any} ts
 * @param {any} checker Of a program.
 * @param {any} source
 * @param {number} line
 * @param {number} column
 */
export function placeOf(ts, checker, source, line, column) {
  const starts = ts.getLineStarts(source);
  if (line > starts.length) return undefined;
  const at = starts[line - 1] + column - 1;
  if (at >= (starts[line] ?? source.end + 1)) return undefined;
  const node = innermost(ts, source, at);
  // Between names, in a keyword or in a bracket, the innermost node is a whole statement or expression.
  if (node === source || ts.forEachChild(node, () => true)) return undefined;
  const symbol = checker.getSymbolAtLocation(node);
  const known = symbol !== undefined && symbol.flags & ALIAS ? resolved(checker, symbol) : symbol;
  const isDeclaredType = known !== undefined && (known.flags & (64 | 524288 | 262144)) !== 0 && (known.flags & 3) === 0;
  const type = isDeclaredType ? checker.getDeclaredTypeOfSymbol(known) : checker.getTypeAtLocation(node);
  const text = checker.typeToString(type, node, NO_TRUNCATION | USE_ALIAS_DEFINED_OUTSIDE);
  const [start, end] = [ts.getTokenPosOfNode(node, source), node.end];
  const [from, to] = [start, end].map((position) => ts.getLineAndCharacterOfPosition(source, position));
  return {
    type: text,
    ...(known !== undefined && { name: checker.symbolToString(known), kind: kindOf(known) }),
    file: source.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  };
}

function resolved(checker, symbol) {
  const target = checker.getAliasedSymbol(symbol);
  return target.declarations === undefined ? symbol : target;
}

/** The innermost node that a position is in. */
function innermost(ts, node, at) {
  const below = ts.forEachChild(node, (child) =>
    child.pos <= at && at < child.end && ts.getTokenPosOfNode(child) <= at ? child : undefined,
  );
  return below === undefined ? node : innermost(ts, below, at);
}

function kindOf(symbol) {
  const declared = symbol.valueDeclaration;
  if ((symbol.flags & 3) !== 0) {
    const flags = declared?.parent?.flags ?? 0;
    if (flags & CONST) return 'const';
    if (flags & LET) return 'let';
  }
  return KINDS.find(([flag]) => (symbol.flags & flag) !== 0)?.[1] ?? 'value';
}
