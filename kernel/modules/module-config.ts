import type { Static, TObject } from 'typebox';
import { type Token, token } from '../di/index.ts';

/** Token of a module's own slice of the environment. */
export const moduleConfig = <S extends TObject>(moduleId: string, _schema: S): Token<Readonly<Static<S>>> =>
  token(`config.${moduleId}`);
