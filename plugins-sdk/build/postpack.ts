import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const kit = join(import.meta.dirname, '..');
const kept = join(kit, 'package.json.kept');

// Built files do not stay in the repository.
if (existsSync(kept)) renameSync(kept, join(kit, 'package.json'));
for (const built of ['dist', 'child']) rmSync(join(kit, built), { recursive: true, force: true });
