import type { Adapter } from './adapter.ts'
import { settingOf } from './adapter.ts'
import { aliyunCall, aliyunNumber, aliyunReply, receiptRows, textOf } from './aliyun-call.ts'
import { failedBy, shortReason } from './http-request.ts'
import type { Outgoing } from './provider.ts'

/** Errors of Aliyun itself or of our account there. Every other error is about the message. */
const ownTrouble =
  /^(isp\.|Throttling|ServiceUnavailable|InternalError|InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|isv\.(AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|ACCOUNT_NOT_EXISTS|ACCOUNT_ABNORMAL|PRODUCT_UNSUBSCRIBE|PRODUCT_UN_SUBSCRIPT|SYSTEM_ERROR|DAY_LIMIT_CONTROL|MONTH_LIMIT_CONTROL)|SYSTEM)/i

export const isAliyunTrouble = (code: string): boolean => ownTrouble.test(code)

/** The parameters of an approved template: the variables of the message, and its text for templates with a single placeholder. */
export const templateParams = ({ params, title, content }: Outgoing): string => JSON.stringify({ title, content, ...params })

/** SMS over Aliyun (SendSms). Receipts name the message key (OutId), so they may arrive before our own commit. */
export const aliyunSms: Adapter = {
  open: (config) => ({
    async send(message, signal) {
      const { settings } = config
      const params = {
        PhoneNumbers: aliyunNumber(message.phone),
        SignName: settingOf(settings.signName, 'signName'),
        TemplateCode: message.templateCode ?? settingOf(settings.templateCode, 'templateCode'),
        TemplateParam: templateParams(message),
        OutId: message.key,
      }
      try {
        const answer = await aliyunCall({ action: 'SendSms', version: '2017-05-25', params }, config, signal)
        // Perhaps accepted, so it is not sent again; only a receipt shows that it arrived.
        if (answer === null) return { result: 'accepted', ref: null }
        const { Code, Message, BizId } = answer
        if (Code === 'OK') return { result: 'accepted', ref: BizId ?? null }
        return { result: isAliyunTrouble(Code) ? 'failed' : 'rejected', reason: shortReason(`${Code}: ${Message}`) }
      } catch (error) {
        return failedBy(error, signal)
      }
    },
  }),
  receipts: ({ body }) =>
    receiptRows(body).map((row) => {
      const delivered = row['success'] === true || row['success'] === 'true'
      const ref = textOf(row['out_id']) || textOf(row['biz_id'])
      if (delivered) return { ref, state: 'delivered' }
      return { ref, state: 'failed', reason: shortReason(`${textOf(row['err_code'])} ${textOf(row['err_msg'])}`) }
    }),
  reply: () => aliyunReply,
}
