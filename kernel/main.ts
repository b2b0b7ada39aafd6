import { enableCompileCache } from 'node:module';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Patchbay needs Node 24 or later; this is ${process.version}. "npm ci" brings one, so start with "npm start".`,
  );
  process.exit(1);
}
enableCompileCache();
const { createPlatform, collectGarbage } = await import('./modules/index.ts');

try {
  const platform = await createPlatform();
  collectGarbage();
  platform.logger.info('ready', { url: platform.url, docs: `${platform.url}/api/v1/docs` });
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    platform.logger.info('stopping', { signal });
    const deadline = setTimeout(() => process.exit(1), 30_000);
    platform.stop().then(
      () => {
        clearTimeout(deadline);
        process.exitCode = 0;
      },
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (error) => platform.logger.error('unhandled rejection', { error }));
} catch (error) {
  console.error(`Patchbay does not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
