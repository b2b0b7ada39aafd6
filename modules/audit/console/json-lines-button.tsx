import {
  ActionButton,
  offerFile,
  readAllRows,
  tellDone,
  tellFailed,
  useSearchTexts,
  useTexts,
} from '@patchbay/console-kit';
import { jsonLines } from './record-change.ts';
import { texts } from './texts.ts';

const MOST_ROWS = 20_000;
/** Filters of the list. */
const KEYS = ['search', 'action', 'actor_id', 'target_id', 'since', 'until', 'sort'];

/** Exports the records as they are narrowed now, one a line, with all that they hold. */
export function JsonLinesButton() {
  const t = useTexts(texts);
  const search = useSearchTexts();
  const run = async () => {
    try {
      const query = Object.fromEntries(
        KEYS.flatMap((key) => (search[key] ? [[key, search[key]] as const] : [])),
      );
      const { rows, isCut } = await readAllRows('/audit', query, {}, MOST_ROWS);
      const day = new Date().toISOString().slice(0, 10);
      offerFile(`audit-${day}.jsonl`, 'application/x-ndjson;charset=utf-8', jsonLines(rows));
      tellDone(isCut ? t.export_cut(MOST_ROWS) : t.export_done(rows.length));
    } catch (error) {
      tellFailed(error);
    }
  };
  return <ActionButton run={run}>{t.export_lines}</ActionButton>;
}
