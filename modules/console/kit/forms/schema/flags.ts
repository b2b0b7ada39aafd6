/** Makers write yes and no in many ways; a flag keeps the one that the device uses. */
const PAIRS: readonly (readonly [on: unknown, off: unknown])[] = [
  [true, false],
  ['true', 'false'],
  ['yes', 'no'],
  ['1', '0'],
  ['on', 'off'],
  ['enabled', 'disabled'],
  [1, 0],
];

const isKnown = (value: unknown): boolean => PAIRS.some((pair) => pair.includes(value));

/** Whether these choices are nothing but ways to say yes and no; an empty text says neither. */
export const isFlag = (choices: readonly unknown[]): boolean => {
  const said = choices.filter((choice) => choice !== '' && choice !== null);
  return (
    said.length > 1 &&
    said.every(isKnown) &&
    PAIRS.some(([on, off]) => said.includes(on) && said.includes(off))
  );
};

/** True, false, or undefined where the value says neither. */
export function flagOf(value: unknown): boolean | undefined {
  const pair = PAIRS.find((each) => each.includes(value));
  return pair === undefined ? undefined : pair[0] === value;
}

/** The value for yes or no in the words that `former` was written in, else in the first that the choices have. */
export function flagValue(choices: readonly unknown[], former: unknown, isOn: boolean): unknown {
  const offered = PAIRS.filter(([on, off]) => choices.includes(on) && choices.includes(off));
  const pair = offered.find((each) => each.includes(former)) ?? offered[0] ?? [true, false];
  return pair[isOn ? 0 : 1];
}
