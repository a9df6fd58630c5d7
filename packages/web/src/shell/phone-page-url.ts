/** The engineers' page stands beside the console, under whatever path that is served. */
export const phonePageUrl = new URL('m/', document.baseURI).href
