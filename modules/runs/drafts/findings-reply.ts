import Type from 'typebox';

export const FindingReply = Type.Object({
  field: Type.String(),
  message: Type.String(),
  type: Type.String(),
  severity: Type.Enum(['error', 'warning'], { description: 'an error keeps it from being saved' }),
});

export const FindingsReply = Type.Object({
  findings: Type.Array(FindingReply),
});
