import type { Test } from 'tap';
import { sampled } from '../../run/sample.ts';
import type { Bench, Line } from '../bench.ts';
import { readOptions } from '../options.ts';
import { judge, tableOf } from '../report.ts';
import { Stage } from '../stage.ts';

/** Runs benches briefly, a ninth of them outside of CI: each must tell figures, whatever they are. */
export function runBriefly(
  t: Test,
  benches: readonly Bench[],
  reasonToSkip: (name: string) => string | false,
): void {
  const stage = new Stage(readOptions(['--brief']));
  stage.say = (line) => t.comment(line);
  t.teardown(() => stage.close());
  for (const bench of sampled('benches', benches, 1 / 9)) {
    const skip = reasonToSkip(bench.name);
    t.test(`the bench ${bench.name} works, and tells figures of both sides`, { skip }, async (t) => {
      const lines: readonly Line[] = await bench.run(stage);
      t.ok(lines.length > 0);
      for (const line of lines) {
        t.ok(line.product.length > 0 && line.product.every(Number.isFinite), `${line.name} ${line.product}`);
        t.ok(line.floor.every(Number.isFinite), `${line.name}, floor ${line.floor}`);
      }
      t.comment(tableOf(lines.map(judge)));
    });
  }
}
