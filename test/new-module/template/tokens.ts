import { type Token, token } from '@patchbay/kernel/di';
import type { ExampleItems } from './services/example-items.ts';

export const EXAMPLE_ITEMS: Token<ExampleItems> = token('example-module.example-items');
