import { route } from '@patchbay/kernel/http';
import { tooManyBacktests } from '../errors.ts';
import { BacktestInput, BacktestReply, BacktestStarted } from '../schemas/backtests.ts';
import { Backtests } from '../services/backtest/backtests.ts';
import { manage } from './access.ts';

const deps = { backtests: Backtests };

export const backtestRoutes = [
  route({
    id: 'fabric.connections.backtest',
    method: 'POST',
    path: '/fabric/connections/backtest',
    summary: 'Try a draft on the events of the last days; nothing is sent',
    access: manage,
    body: BacktestInput,
    status: 202,
    reply: BacktestStarted,
    errors: [tooManyBacktests],
    deps,
    handle: ({ principal, body, deps }) => deps.backtests.start(principal, body.connection, body.days),
  }),
  route({
    id: 'fabric.backtests.get',
    method: 'GET',
    path: '/fabric/backtests/{backtest_id}',
    summary: 'Get a backtest with the runs of the draft',
    access: manage,
    reply: BacktestReply,
    deps,
    handle: ({ principal, params, deps }) => deps.backtests.get(principal, params.backtest_id),
  }),
];
