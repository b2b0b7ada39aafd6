import Type from 'typebox';

/** Policy of a failing step, as it is sent. */
export const stepPolicy = {
  on_failure: Type.Optional(Type.Enum(['stop', 'continue', 'retry'])),
  /** With `retry`; each wait is twice the one before, an hour at most. */
  retry: Type.Optional(
    Type.Object({
      attempts: Type.Optional(
        Type.Integer({ minimum: 2, maximum: 10, description: 'tries in all; default 3' }),
      ),
      delay_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600, description: 'default 10' })),
      otherwise: Type.Optional(Type.Enum(['stop', 'continue'], { description: 'after the last try' })),
    }),
  ),
};
