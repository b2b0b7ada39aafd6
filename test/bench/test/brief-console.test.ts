import t from 'tap';
import { noBrowser } from '../../browser/chromium.ts';
import { benches } from '../benches/index.ts';
import { runBriefly } from './run-briefly.ts';

runBriefly(
  t,
  benches.filter(({ name }) => name.startsWith('console-')),
  () => noBrowser,
);
