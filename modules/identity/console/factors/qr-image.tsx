/** Drawn as an image, in which markup of the reply can do nothing. */
export const QrImage = ({ svg, alt }: { readonly svg: string; readonly alt: string }) => (
  <img
    src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
    alt={alt}
    width="208"
    height="208"
  />
);
