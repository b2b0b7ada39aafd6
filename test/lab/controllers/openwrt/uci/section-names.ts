/** A value of the configuration: text, or a list of texts. */
export type UciValue = string | readonly string[];

/** One section as it stands in a file of `/etc/config`, or staged on top of it. */
export interface Section {
  name: string;
  type: string;
  anonymous: boolean;
  options: Record<string, UciValue>;
}

/**
 * The name the product makes up for a section without one: its place in the file, then a hash of its type. It moves with
 * what stands before, so that the same name may mean another section later.
 */
export function generatedName(place: number, type: string): string {
  let value = 5_381;
  for (const byte of Buffer.from(type)) value = ((Math.imul(value, 33) + byte) >>> 0) & 0x7fff_ffff;
  const suffix = (value % 65_536).toString(16).padStart(4, '0');
  return `cfg${place.toString(16).padStart(2, '0')}${suffix}`;
}
