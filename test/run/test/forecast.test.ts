import t from 'tap';
import { Forecast } from '../plan/forecast.ts';
import type { PlannedFile } from '../plan/planned-file.ts';

const file = (name: string, seconds: number, isWaiting = false): PlannedFile => ({
  file: name,
  seconds,
  isWaiting,
  isAlone: false,
});

/** A clock that stands until it is moved. */
function clock() {
  let nowMs = 0;
  return {
    now: () => nowMs,
    pass: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

t.test(
  'files follow one another in their places, and those that wait have places of their own',
  async (t) => {
    const files = [file('a', 60), file('b', 40), file('c', 20), file('w', 100, true)];
    t.equal(new Forecast(files, { jobs: 1, beside: 1 }).secondsLeft, 120);
    t.equal(new Forecast(files, { jobs: 2, beside: 1 }).secondsLeft, 100);
    t.equal(new Forecast(files, { jobs: 1, beside: 0 }).secondsLeft, 220);
    t.equal(new Forecast([], { jobs: 1, beside: 1 }).secondsLeft, 0);
  },
);

t.test('of a file that runs only its rest is counted', async (t) => {
  const { now, pass } = clock();
  const [a, b] = [file('a', 60), file('b', 30)];
  const forecast = new Forecast([a, b], { jobs: 1, beside: 0 }, now);
  forecast.begin(a);
  pass(40);
  t.equal(forecast.secondsLeft, 50);
  pass(20);
  forecast.end(a);
  t.equal(forecast.secondsLeft, 30);
  forecast.begin(b);
  pass(30);
  forecast.end(b);
  t.equal(forecast.secondsLeft, 0);
});

t.test(
  'a machine that takes twice the time is believed after a while, also where no file has ended',
  async (t) => {
    const { now, pass } = clock();
    const files = Array.from({ length: 10 }, (_, at) => file(`${at}`, 100));
    const forecast = new Forecast(files, { jobs: 1, beside: 0 }, now);
    for (const each of files.slice(0, 2)) {
      forecast.begin(each);
      pass(200);
      forecast.end(each);
    }
    const left = forecast.secondsLeft;
    t.ok(left > 1_450 && left <= 1_600, `${left} s of 1600`);
    const slow = new Forecast(files, { jobs: 1, beside: 0 }, now);
    for (const each of files.slice(0, 1)) slow.begin(each);
    pass(200);
    t.ok(slow.secondsLeft > 1_500, 'one that is overdue is counted');
  },
);

t.test('one that takes longer than expected is not waited for without end', async (t) => {
  const { now, pass } = clock();
  const a = file('a', 10);
  const forecast = new Forecast([a], { jobs: 1, beside: 0 }, now);
  forecast.begin(a);
  pass(1_000);
  t.ok(forecast.secondsLeft >= 5 && forecast.secondsLeft < 100);
});
