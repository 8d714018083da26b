/**
 * The reference of the types that the package exports, generated from its declarations and their comments.
 * @module
 */

import { readFile } from 'node:fs/promises';

import ts from 'typescript';

import { ROOT } from './pages.mjs';

/** The declarations, and the heading that they stand below. */
const FILES = {
  'index.d.ts': 'Manager',
  'options.d.ts': 'Options',
  'watch.d.ts': 'Watches',
  'results.d.ts': 'Results',
  'files.d.ts': 'Files',
  'proposals.d.ts': 'Proposals',
  'gate/index.d.ts': 'Gate and profiles',
  'store/index.d.ts': 'Stores and reports',
  'types.d.ts': 'Data',
  'di-module.d.ts': 'DI modules',
  'register.d.ts': 'Registration',
};

const HEAD = `# Types

<!-- Generated from the declarations. \`VERDICT_UPDATE=1 node --test tests/docs/reference.test.mjs\` updates it. -->

The declarations of the package, type by type. [The API reference](api.md) explains how they work together.
`;

const printer = ts.createPrinter({ removeComments: true });

/** A cell of a table. */
const cell = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** A type as code. */
function code(/** @type {ts.Node | undefined} */ node, /** @type {ts.SourceFile} */ file) {
  if (!node) return '';
  const text = cell(printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/;\s*$/, ''));
  return `\`${text.replace(/^\\\| /, '')}\``;
}

/** What the comment before a node says. */
function comment(/** @type {ts.Node} */ node) {
  const parts = ts.getJSDocCommentsAndTags(node).flatMap((doc) => {
    const tags = ts.isJSDoc(doc) ? (doc.tags ?? []) : [];
    const text = (/** @type {ts.JSDocThrowsTag} */ { typeExpression, comment }) =>
      `Throws \`${typeExpression?.type.getText() ?? 'Error'}\`: ${ts.getTextOfJSDocComment(comment)}`;
    return [ts.getTextOfJSDocComment(doc.comment) ?? '', ...tags.filter(ts.isJSDocThrowsTag).map(text)];
  });
  return cell(parts.filter(Boolean).join(' '));
}

/** Rows for the members of an interface, a class or an object: name, type, comment. @returns {string[]} */
function members(/** @type {readonly ts.Node[]} */ list, /** @type {ts.SourceFile} */ file, prefix = '') {
  return list.flatMap((member) => {
    const named = /** @type {ts.PropertySignature | ts.MethodSignature} */ (member);
    const name = prefix + (named.name ? named.name.getText(file) : ts.isConstructorDeclaration(member) ? 'constructor' : '[key]');
    const optional = named.questionToken ? '?' : '';
    const isMethod = ts.isMethodSignature(member) || ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member);
    if (!isMethod && named.type && ts.isTypeLiteralNode(named.type) && named.type.members.length > 3) {
      return [`| \`${name}${optional}\` | object | ${comment(member)} |`, ...members(named.type.members, file, `${name}.`)];
    }
    return [`| \`${name}${optional}\` | ${code(isMethod ? member : named.type, file)} | ${comment(member)} |`];
  });
}

/** The section of an exported declaration, or nothing. @returns {string} */
function section(/** @type {ts.Statement} */ statement, /** @type {ts.SourceFile} */ file) {
  const flags = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!flags.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return '';
  const table = (/** @type {string} */ name, /** @type {string[]} */ rows) =>
    `\n### ${name}\n\n| member | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
    const above = (statement.heritageClauses ?? []).map((clause) => clause.getText(file)).join(' ');
    const kind = ts.isClassDeclaration(statement) ? 'class' : 'interface';
    const first = `| *${kind}* | ${above ? `\`${cell(above)}\`` : ''} | ${comment(statement)} |`;
    return table(statement.name?.text ?? '', [first, ...members(statement.members, file)]);
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    return table(statement.name.text, [`| *type* | ${code(statement.type, file)} | ${comment(statement)} |`]);
  }
  if (ts.isFunctionDeclaration(statement)) {
    const parameters = statement.parameters.map((parameter) => parameter.getText(file)).join(', ');
    const signature = `(${parameters}) => ${statement.type?.getText(file) ?? 'void'}`.replace(/\/\*\*[\s\S]*?\*\//g, '');
    return table(statement.name?.text ?? '', [`| *function* | \`${cell(signature)}\` | ${comment(statement)} |`]);
  }
  return '';
}

/** The whole page. */
export async function typesPage() {
  const parts = await Promise.all(
    Object.entries(FILES).map(async ([name, heading]) => {
      const text = await readFile(`${ROOT}crates/manager/js/${name}`, 'utf8');
      const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
      return `\n## ${heading}\n${file.statements.map((statement) => section(statement, file)).join('')}`;
    }),
  );
  return HEAD + parts.join('');
}
