import ts from 'typescript';

/**
 * The same types without what says nothing: members that may not be there, headers of any name, no
 * parameters. Of the whole document interfaces are kept; each alias stands for a part that it does not have.
 */
export function prunedTypes(nodes: readonly ts.Node[]): readonly ts.Node[] {
  const kept = nodes.filter(ts.isInterfaceDeclaration);
  const { transformed } = ts.transform<ts.Node>(kept, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node => {
        const inner = ts.visitEachChild(node, visit, context);
        if (ts.isTypeLiteralNode(inner)) return ts.factory.createTypeLiteralNode(telling(inner.members));
        if (!ts.isInterfaceDeclaration(inner)) return inner;
        const { modifiers, name, typeParameters, heritageClauses, members } = inner;
        return ts.factory.createInterfaceDeclaration(
          modifiers,
          name,
          typeParameters,
          heritageClauses,
          telling(members),
        );
      };
      return visit(root);
    },
  ]);
  return transformed;
}

const telling = (members: ts.NodeArray<ts.TypeElement>): readonly ts.TypeElement[] =>
  members.filter((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return true;
    if (member.type.kind === ts.SyntaxKind.NeverKeyword) return false;
    const name = ts.isIdentifier(member.name) ? member.name.text : '';
    if (name === 'parameters') return !isEmpty(member.type);
    return !(name === 'headers' && members.length === 2 && takesAny(member.type));
  });

const isEmpty = (type: ts.TypeNode): boolean => ts.isTypeLiteralNode(type) && type.members.length === 0;

/** `{ [name: string]: unknown }`, which stands for the headers of each response. */
const takesAny = (type: ts.TypeNode): boolean => {
  const member = ts.isTypeLiteralNode(type) ? type.members[0] : undefined;
  return (
    member !== undefined &&
    ts.isIndexSignatureDeclaration(member) &&
    member.type.kind === ts.SyntaxKind.UnknownKeyword
  );
};
