import { httpTemplate } from './http-template.ts'

/** Voice calls over any provider with an HTTP API. */
export const httpVoice = httpTemplate
