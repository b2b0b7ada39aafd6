import { ConfigError } from '@patchbay/kernel/config';
import t from 'tap';
import { RelyingParties } from '../services/relying-parties.ts';

const DEVELOPMENT = { ENVIRONMENT: 'development' } as const;
const PRODUCTION = { ENVIRONMENT: 'production' } as const;
const none = { PASSKEY_ORIGINS: [] };
const logged: string[] = [];
const logger = { error: (message: string) => void logged.push(message) };
const settings = (PASSKEY_RP_ID: string | undefined, ...PASSKEY_ORIGINS: string[]) => ({
  PASSKEY_RP_ID,
  PASSKEY_ORIGINS,
});

t.test('what is configured counts, wherever the platform says that it is', async (t) => {
  const parties = new RelyingParties(
    settings('example.com', 'https://example.com', 'https://console.example.com:8443'),
    PRODUCTION,
    logger,
  );
  t.same(parties.at('http://127.0.0.1:8080'), {
    id: 'example.com',
    origins: ['https://example.com', 'https://console.example.com:8443'],
  });
});

t.test('in development the platform is its own relying party, by name', async (t) => {
  const parties = new RelyingParties(none, DEVELOPMENT, logger);
  t.same(parties.at('http://127.0.0.1:8080'), { id: 'localhost', origins: ['http://localhost:8080'] });
  t.same(parties.at('http://[::1]:9000'), { id: 'localhost', origins: ['http://localhost:9000'] });
  t.same(parties.at('https://dev.example.com'), {
    id: 'dev.example.com',
    origins: ['https://dev.example.com'],
  });
});

t.test('elsewhere nothing is guessed', async (t) => {
  for (const ENVIRONMENT of ['staging', 'production'] as const)
    t.throws(
      () => new RelyingParties(none, { ENVIRONMENT }, logger).at('https://example.com'),
      /set PASSKEY_RP_ID and PASSKEY_ORIGINS/,
    );
});

t.test(
  'settings that no browser would accept stop a start in development, and passkeys elsewhere',
  async (t) => {
    const refused: readonly ReturnType<typeof settings>[] = [
      settings('example.com'),
      settings(undefined, 'https://example.com'),
      settings('https://example.com', 'https://example.com'),
      settings('example.com:443', 'https://example.com'),
      settings('Example.com', 'https://example.com'),
      settings('192.0.2.7', 'https://192.0.2.7'),
      settings('example.com', 'http://example.com'),
      settings('example.com', 'https://example.com/'),
      settings('example.com', 'https://notexample.com'),
      settings('example.com', 'https://example.com.evil.example'),
      settings('example.com', '*'),
      settings('example.com', 'null'),
    ];
    for (const given of refused) {
      t.throws(() => new RelyingParties(given, DEVELOPMENT, logger), ConfigError, JSON.stringify(given));
      const before = logged.length;
      const parties = new RelyingParties(given, PRODUCTION, logger);
      t.equal(logged.length, before + 1);
      t.throws(() => parties.at('https://example.com'), /set PASSKEY_RP_ID and PASSKEY_ORIGINS/);
    }
    const local = new RelyingParties(settings('localhost', 'http://localhost:3000'), DEVELOPMENT, logger);
    t.same(local.at('http://127.0.0.1:8080').origins, ['http://localhost:3000']);
  },
);
