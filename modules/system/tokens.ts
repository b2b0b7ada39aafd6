import { type Token, token } from '@patchbay/kernel/di';
import type { PlatformWriteGate } from './services/write-gate.ts';

export const PLATFORM_WRITE_GATE: Token<PlatformWriteGate> = token('system.platform-write-gate');
