import { HttpChain } from '../floors/http-chain.ts';

const databaseUrl = String(process.env['DATABASE_URL']);
const chain = new HttpChain(databaseUrl);
await chain.prepare();
const stop = (): void => void chain.close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.send?.({ url: await chain.listen(), databaseUrl });
