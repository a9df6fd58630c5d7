import { httpTemplate } from './http-template.ts'

/** Voice calls over any provider with an interface over HTTP. */
export const httpVoice = httpTemplate
