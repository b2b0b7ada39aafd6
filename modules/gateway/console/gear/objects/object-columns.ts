import { isEmpty, type Values } from '../payload.ts';

/** Fields by which people tell objects apart, in the order in which a table shows them. */
const TELLING = [
  'name',
  'descr',
  'description',
  'comment',
  'title',
  'enabled',
  'disabled',
  'action',
  'chain',
  'interface',
  'vlan-id',
  'vlanId',
  'address',
  'network',
  'protocol',
  'type',
];

/** Said of every object, and of use to machines only. */
const IDS = ['.id', 'id', '_id', 'uuid', 'target_id'];

const rankOf = (field: string): number => {
  const place = TELLING.indexOf(field);
  return place === -1 ? TELLING.length : place;
};

/** Fields of these objects for the columns of a table: telling ones first, then those that can be written. */
export function columnFields(
  objects: readonly Values[],
  isWritable: (field: string) => boolean,
): readonly string[] {
  const fields = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter(
    (field) => !IDS.includes(field) && objects.some((object) => !isEmpty(object[field])),
  );
  const weight = (field: string): number => rankOf(field) * 2 + (isWritable(field) ? 0 : 1);
  return fields
    .map((field, place) => ({ field, place }))
    .toSorted((one, other) => weight(one.field) - weight(other.field) || one.place - other.place)
    .map(({ field }) => field);
}

/** A name for an object, for links and headings. */
export function nameOfObject(object: Values, target_id: string | null): string {
  const found = ['name', 'descr', 'description', 'comment', 'title'].map((field) => object[field]);
  const name = found.find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : (target_id ?? '');
}
