/** Address of the engineers' page, which is next to the console, under whatever path that is served. */
export const phonePageUrl = new URL('m/', document.baseURI).href
