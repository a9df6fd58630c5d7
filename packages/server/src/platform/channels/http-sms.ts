import { httpTemplate } from './http-template.ts'

/** SMS over any provider with an HTTP API. */
export const httpSms = httpTemplate
