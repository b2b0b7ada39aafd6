import { atLeast, type Bench } from '../../bench.ts';
import { compareHttp } from './http-sides.ts';

export const health: Bench = {
  name: 'health',
  about: 'the health route against bare Koa',
  run: async (stage) => [
    await compareHttp(stage, () => ({
      name: 'health',
      bar: atLeast(0.6),
      floor: { path: '/health' },
      product: { path: '/health' },
    })),
  ],
};
