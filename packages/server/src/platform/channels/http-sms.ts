import { httpTemplate } from './http-template.ts'

/** SMS over any provider with an interface over HTTP. */
export const httpSms = httpTemplate
