import { migration } from '@patchbay/kernel/database';

const reasons = [
  'timeout: it ran longer than it may',
  'memory: it held more memory than it may',
  'crash: its process ended by itself',
  'protocol: it did not keep to what a plugin may say',
  'late_work: it went on working after its answer',
  'schema: its data cost more to check than it may',
];
const known = reasons.map((reason) => `'${reason}'`).join(', ');

/** Reasons of a quarantine are fixed words: earlier ones may hold text of one organization. */
export const plugins003 = migration(
  'plugins.003-fixed-reasons',
  `update plugins set quarantine_reason = coalesce(
     (select word from unnest(array[${known}]) word
      where split_part(word, ':', 1) = split_part(quarantine_reason, ':', 1)), 'crash: its process ended by itself')
   where quarantine_reason is not null`,
  `alter table plugins add constraint plugins_quarantine_reason check (quarantine_reason in (${known}))`,
);
