import { generatedName, type Section, type UciValue } from './section-names.ts';

/**
 * One staged step as `uci.changes` prints it: `set section type`, `add section type`, `set section option value`,
 * `list-add section option value`, `remove section [option]`, `rename section [option] name`, `order section place`.
 */
export type Step = readonly [verb: string, section: string, ...rest: readonly string[]];

export type Sections = readonly Section[];

/** Finds a section by name or by `@type[index]`, negative indexes from the end. */
export function findSection(sections: Sections, wanted: string): Section | undefined {
  const place = /^@([^[\]]+)\[(-?\d+)\]$/.exec(wanted);
  if (place === null) return sections.find(({ name }) => name === wanted);
  return sections.filter(({ type }) => type === place[1]).at(Number(place[2]));
}

/** The file with staged steps on top. A step whose section has gone meanwhile has no effect. */
export function withSteps(saved: Sections, steps: readonly Step[]): Section[] {
  const sections = saved.map((section) => ({ ...section, options: { ...section.options } }));
  for (const step of steps) take(sections, step);
  return sections;
}

function take(sections: Section[], [verb, name, first = '', second = '']: Step): void {
  const found = sections.find((section) => section.name === name);
  if (verb === 'add') sections.push({ name, type: first, anonymous: true, options: {} });
  else if (verb === 'set' && second === '' && found === undefined)
    sections.push({ name, type: first, anonymous: false, options: {} });
  else if (found === undefined) return;
  else if (verb === 'set') found.options[first] = second;
  else if (verb === 'list-add') found.options[first] = [...listed(found.options[first]), second];
  else if (verb === 'rename') rename(found, first, second);
  else if (verb === 'order') move(sections, found, Number(first));
  else if (first === '') sections.splice(sections.indexOf(found), 1);
  else delete found.options[first];
}

const listed = (value: UciValue | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

function rename(section: Section, first: string, second: string): void {
  if (second === '') {
    section.name = first;
    section.anonymous = false;
    return;
  }
  section.options = Object.fromEntries(
    Object.entries(section.options).map(([name, value]) => [name === first ? second : name, value]),
  );
}

function move(sections: Section[], section: Section, place: number): void {
  sections.splice(sections.indexOf(section), 1);
  sections.splice(place, 0, section);
}

/** Sections as they are read from a written file: those without a name of their own get a new one. */
export const reread = (sections: Sections): Section[] =>
  sections.map((section, index) =>
    section.anonymous ? { ...section, name: generatedName(index + 1, section.type) } : section,
  );
