import type { FieldSource } from './schema.ts';

/** Words that a schema takes as text while the platform judges them as it runs. New modules say `examples` instead. */
const WORDS: Readonly<Record<string, string>> = {
  role: 'viewer',
  url: 'https://192.0.2.7',
  vendor: 'mikrotik',
  family: 'mikrotik-interfaces',
  password: 'Correct-horse-battery-9',
  new_password: 'Correct-horse-battery-9',
  feature: 'routeros.interfaces.vlan',
};
const OBJECTS: Readonly<Record<string, object>> = {
  payload: { name: 'sample', interface: 'bridge', 'vlan-id': '10' },
  config: { issuer: 'https://192.0.2.8', client_id: 'sample', client_secret: 'a secret of a sample' },
};

/** The value that is known to be taken for a field of this name, unless its schema lists its own. */
export const knownValue: FieldSource = (field, { type, enum: words, format, examples }) => {
  if (words || format || examples) return undefined;
  return type === 'string' ? WORDS[field] : type === 'object' ? OBJECTS[field] : undefined;
};
