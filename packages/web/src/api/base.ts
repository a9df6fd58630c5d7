/** Base of all calls: relative to the page, so that a reverse proxy can serve the product under any path. */
export const apiBase = new URL('api', document.baseURI).href

/** Address of a stored file that needs no session: branding images. Others are read with `download`. */
export const publicFileUrl = (id: string): string => `${apiBase}/file/read?id=${encodeURIComponent(id)}`
