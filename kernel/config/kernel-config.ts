import Type, { type Static } from 'typebox';
import { type Token, token } from '../di/index.ts';
import { isGuessable } from './guessable-key.ts';
import { ConfigError, type Environment, readConfig } from './read.ts';

/** The kernel's own environment variables (SPEC 8, 9; DECISIONS 6, 22, 40). */
export const KernelConfigSchema = Type.Object({
  ENVIRONMENT: Type.Enum(['development', 'staging', 'production'], {
    default: 'development',
    'x-empty': true,
  }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  BASE_URL: Type.Optional(Type.String({ description: 'public address; default http://HOST:PORT' })),
  DATA_DIR: Type.String({ default: '.data' }),
  DATABASE_URL: Type.Optional(Type.String()),
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 2, maximum: 200, default: 10 }),
  REDIS_URL: Type.Optional(Type.String()),
  SECRET_KEY: Type.Optional(Type.String({ minLength: 32 })),
  SECRET_KEY_PREVIOUS: Type.Array(Type.String({ minLength: 32 }), { default: [] }),
  PATCHBAY_MODULES: Type.Array(Type.String(), { default: [] }),
  STRICT_STARTUP: Type.Boolean({ default: false }),
  READINESS_STRICT_DEPS: Type.Boolean({ default: false }),
  ENABLE_METRICS: Type.Boolean({ default: false }),
  METRICS_AUTH_TOKEN: Type.Optional(Type.String()),
  ENABLE_DOCS: Type.Boolean({ default: true }),
  CORS_ORIGINS: Type.Array(Type.String(), { default: [] }),
  TRUSTED_PROXIES: Type.Array(Type.String(), { default: [] }),
  RATE_LIMIT_RPM: Type.Integer({ minimum: 1, default: 600 }),
  RATE_LIMIT_BURST: Type.Integer({ minimum: 1, default: 120 }),
  SMTP_URL: Type.Optional(
    Type.String({ description: 'smtp:// or smtps:// with user and password in it; STARTTLS is required' }),
  ),
  MAIL_FROM: Type.Optional(Type.String({ description: 'address mails come from' })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
});

export type KernelConfig = Readonly<Static<typeof KernelConfigSchema>>;
export const KERNEL_CONFIG: Token<KernelConfig> = token('kernel.config');
/** The whole environment, for the kernel to cut module slices from. */
export const ENVIRONMENT: Token<Environment> = token('kernel.environment');

/** Reads and checks the kernel's slice; aborts on anything that would run insecurely or undefined. */
export function readKernelConfig(environment: Environment): KernelConfig {
  const config = readConfig(KernelConfigSchema, environment);
  for (const origin of config.CORS_ORIGINS) checkOrigin(origin);
  const needsKey = config.ENVIRONMENT === 'production' || config.DATABASE_URL !== undefined;
  if (needsKey && config.SECRET_KEY === undefined)
    throw new ConfigError(
      'SECRET_KEY is required in production and whenever DATABASE_URL is set (32 characters or more)',
    );
  if (
    config.ENVIRONMENT === 'production' &&
    config.SECRET_KEY !== undefined &&
    isGuessable(config.SECRET_KEY)
  )
    throw new ConfigError(
      'SECRET_KEY can be guessed: it repeats itself or runs through an alphabet; make one with `openssl rand -base64 48`',
    );
  return config;
}

function checkOrigin(origin: string): void {
  const url = URL.parse(origin);
  if (
    origin.includes('*') ||
    origin === 'null' ||
    url === null ||
    url.origin !== origin ||
    !/^https?:$/.test(url.protocol)
  )
    throw new ConfigError(
      `CORS_ORIGINS takes absolute origins such as https://console.example.com, not "${origin}"`,
    );
}
