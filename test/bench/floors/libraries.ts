import { enableCompileCache } from 'node:module';

/** Imports what the platform imports of others, and waits: the least its start and its memory can be. */
enableCompileCache();
const names = [
  'koa',
  '@koa/router',
  'koa-body',
  'inversify',
  'reflect-metadata',
  'typebox',
  'ajv/dist/2020.js',
  'ajv-formats',
  'fast-json-stringify',
  '@mikro-orm/core',
  'kysely',
  'pg',
  'graphile-worker',
  'ioredis',
  'jose',
  'pino',
  'prom-client',
  'uuid',
  'ipaddr.js',
  'ws',
  'nodemailer',
  'openid-client',
  'ldapts',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
];
for (const name of names) await import(name);
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
