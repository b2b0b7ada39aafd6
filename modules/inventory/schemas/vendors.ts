import Type from 'typebox';

export const VendorsReply = Type.Object({
  vendors: Type.Array(
    Type.Object({
      id: Type.String({ description: 'as `vendor` of a controller names it' }),
      title: Type.String(),
      site_scoped: Type.Boolean({
        description:
          'its features are reached at `/gateway-{area}/{controller_id}/sites/{site_id}`, otherwise at ' +
          '`/gateway-{family}-{area}/{controller_id}`',
      }),
      families: Type.Array(Type.String()),
      areas: Type.Array(Type.String(), {
        description: 'areas of its features; none when nothing can be staged',
      }),
    }),
  ),
});
