import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceTree } from './source-tree.ts';

const DOCUMENTS = { SPEC: 'specification.md', DECISIONS: 'decisions.md', RULES: 'rules.md' } as const;
type Name = keyof typeof DOCUMENTS;

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/)(.*)$/;
/** `SPEC 4.5`, `DECISIONS 6, 22`, `RULES R7`, and `R7` by itself. */
const CITED = /\b(SPEC|DECISIONS|RULES) ((?:R?[0-9][0-9.]*(?:, | and )?)+)|\b(R[0-9]{1,2})\b/g;
const ELSEWHERE = /\b(DESIGN|FACTS|PARTS|WIRE|BARS|LESSONS|REVIEW)\b(?: [0-9]|[:,)])/;
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

/** Comments cite sections that `kernel/docs` has, and links of documents lead to files. */
export function checkReferences(root: string, tree: SourceTree): readonly string[] {
  const known = sectionsKnown(root);
  const sources = [...tree.files.keys()].flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    return lines.flatMap((text, index) => {
      const comment = COMMENT.exec(text)?.[1];
      return comment === undefined ? [] : inComment(`${path}:${index + 1}`, comment, known);
    });
  });
  return [...sources, ...tree.documents.flatMap((path) => deadLinks(root, path))];
}

function inComment(at: string, comment: string, known: ReadonlySet<string>): readonly string[] {
  const elsewhere = ELSEWHERE.exec(comment)?.[1];
  const dead = [...comment.matchAll(CITED)].flatMap(([, name, numbers = '', rule]) =>
    rule === undefined
      ? [...numbers.matchAll(/R?[0-9]+(?:\.[0-9]+)*/g)].map(([number]) => `${name} ${number}`)
      : [`RULES ${rule}`],
  );
  return [
    ...dead
      .filter((each) => !known.has(each))
      .map((each) => `${at} cites ${each}, which kernel/docs does not have`),
    ...(elsewhere === undefined ? [] : [`${at} cites ${elsewhere}, which is no document of this repository`]),
  ];
}

function sectionsKnown(root: string): ReadonlySet<string> {
  return new Set(
    Object.entries(DOCUMENTS).flatMap(([name, file]) =>
      sectionsOf(readFileSync(join(root, 'kernel/docs', file), 'utf8'), name as Name),
    ),
  );
}

/** `SPEC 4.2` for a heading, `SPEC 5.3` for the third of the numbered lines below `## 5`. */
function sectionsOf(text: string, name: Name): readonly string[] {
  let heading = '';
  return text.split('\n').flatMap((line) => {
    const found = /^#{2,3} ([0-9]+(?:\.[0-9]+)*)/.exec(line)?.[1];
    if (found !== undefined) heading = found;
    const item = /^([0-9]+)\. /.exec(line)?.[1];
    const numbered = name === 'SPEC' && item !== undefined ? `${heading}.${item}` : item;
    const rule = /^\| (R[0-9]+) /.exec(line)?.[1];
    return [found, numbered, rule].flatMap((each) => (each === undefined ? [] : [`${name} ${each}`]));
  });
}

function deadLinks(root: string, path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(LINK)].flatMap(([, target = '']) =>
    existsSync(join(root, dirname(path), target)) ? [] : [`${path} links to ${target}, which is not there`],
  );
}
