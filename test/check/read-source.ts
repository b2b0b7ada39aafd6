import { parse } from '@babel/parser';

/** One import, export-from, `import()` or `import('…')` type of a file. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
  /** The imported names; empty for whole-module and dynamic imports. */
  readonly names: readonly string[];
}

/** A call or construction by its last name: `new RegExp()` is `new RegExp`, `em.getKysely()` is `.getKysely`. */
export interface Call {
  readonly name: string;
  readonly line: number;
  /** Its first argument, where that is a plain string. */
  readonly text: string | undefined;
}

/** What `defineModule({ id, requires, contributesTo })` says, as far as it is literal. */
export interface ModuleDeclaration {
  readonly id: string;
  readonly requires: readonly string[];
  readonly contributesTo: readonly string[];
  readonly line: number;
}

/** A piece of text in the source: a string, or a part of a template between its values. */
export interface Text {
  readonly text: string;
  readonly line: number;
}

export interface ReadSource {
  /** Count of lines. */
  readonly lines: number;
  readonly texts: readonly Text[];
  readonly imports: readonly Import[];
  readonly calls: readonly Call[];
  readonly modules: readonly ModuleDeclaration[];
}

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Parses TypeScript, with elements in it or without, and collects what the rules look at. Throws on a syntax error. */
export function readSource(text: string, hasElements = false): ReadSource {
  const imports: Import[] = [];
  const calls: Call[] = [];
  const modules: ModuleDeclaration[] = [];
  const texts: Text[] = [];
  const file: unknown = parse(text, {
    sourceType: 'module',
    plugins: hasElements ? ['typescript', 'jsx'] : ['typescript'],
  });
  for (const node of nodesIn(file)) {
    const written = textIn(node);
    if (written !== undefined) texts.push({ text: written, line: lineOf(node) });
    const found = importIn(node);
    if (found) imports.push(found);
    const call = callIn(node);
    if (call) calls.push(call);
    if (call?.name === 'defineModule') modules.push(moduleIn(node, call.line));
  }
  return { lines: text.split('\n').length - 1, texts, imports, calls, modules };
}

function textIn(node: Node): string | undefined {
  if (node.type !== 'TemplateElement') return stringOf(node);
  return (node['value'] as { readonly cooked?: string } | undefined)?.cooked;
}

/** Every node below a value, without recursion, in the order of the text. */
function* nodesIn(root: unknown): Generator<Node> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) yield value;
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (typeof inner === 'object' && key !== 'loc' && !key.endsWith('omments')) waiting.push(inner);
    }
  }
}

function importIn(node: Node): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      const typeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type';
      return toImport(node, node['source'], typeOnly, importedNames(node['specifiers']));
    }
    case 'ImportExpression':
      return toImport(node, node['source'], false, []);
    case 'TSImportType':
      return toImport(node, literalOf(node['argument'] ?? node['source']), true, []);
    case 'CallExpression':
      if (isNode(node['callee']) && node['callee'].type === 'Import') {
        return toImport(node, list(node['arguments'])[0], false, []);
      }
      return undefined;
    default:
      return undefined;
  }
}

function toImport(
  node: Node,
  source: unknown,
  typeOnly: boolean,
  names: readonly string[],
): Import | undefined {
  const specifier = stringOf(source);
  return specifier === undefined ? undefined : { specifier, line: lineOf(node), typeOnly, names };
}

function importedNames(specifiers: unknown): readonly string[] {
  return list(specifiers).flatMap((one) => {
    const name = isNode(one) ? (one['imported'] ?? one['local']) : undefined;
    return isNode(name) && typeof name['name'] === 'string' ? [name['name']] : [];
  });
}

function callIn(node: Node): Call | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const prefix = node.type === 'NewExpression' ? 'new ' : '';
  const callee = node['callee'];
  if (!isNode(callee)) return undefined;
  const call = (name: string): Call => ({
    name: `${prefix}${name}`,
    line: lineOf(node),
    text: stringOf(list(node['arguments'])[0]),
  });
  if (callee.type === 'Identifier') return call(String(callee['name']));
  const property = callee['property'];
  return isNode(property) && typeof property['name'] === 'string' ? call(`.${property['name']}`) : undefined;
}

function moduleIn(call: Node, line: number): ModuleDeclaration {
  const fields = new Map<string, unknown>();
  const [definition] = list(call['arguments']);
  for (const property of isNode(definition) ? list(definition['properties']) : []) {
    if (!isNode(property) || !isNode(property['key'])) continue;
    fields.set(String(property['key']['name']), property['value']);
  }
  const idsOf = (field: string): readonly string[] => {
    const listed = fields.get(field);
    const elements = isNode(listed) ? list(listed['elements']) : [];
    return elements.flatMap((element) => stringOf(element) ?? []);
  };
  const id = stringOf(fields.get('id')) ?? '';
  return { id, requires: idsOf('requires'), contributesTo: idsOf('contributesTo'), line };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const literalOf = (value: unknown): unknown =>
  isNode(value) && isNode(value['literal']) ? value['literal'] : value;

function stringOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'StringLiteral' ? String(value['value']) : undefined;
}

function lineOf(node: Node): number {
  return (node['loc'] as { start: { line: number } } | undefined)?.start.line ?? 0;
}
