import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { ExampleItems } from './services/example-items.ts';
import type { Forgetting } from './services/forgetting.ts'; // only: job
import type { ForgottenAuthors } from './services/forgotten-authors.ts'; // only: listener

export const EXAMPLE_ITEMS: Token<Public<ExampleItems>> = token('example-module.example-items');
export const FORGETTING: Token<Public<Forgetting>> = token('example-module.forgetting'); // only: job
export const FORGOTTEN_AUTHORS: Token<Public<ForgottenAuthors>> = token('example-module.forgotten-authors'); // only: listener
