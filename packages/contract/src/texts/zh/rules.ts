/** Why one field was refused; keys: the rules of kernel/rules.ts, and the checks of JSON Schema. */
export const rules = {
  required: '必填',
  account: '须为 6 到 20 位字母或数字',
  phone: '电话号码格式不正确（可带区号，6 到 18 位数字）',
  email: '邮箱格式不正确',
  version: '版本号格式应为 X.x.xxx',
  pushUrl: '地址须以 http 或 https 开头',
  deviceCode: '须为 4 到 40 位字母、数字、- 或 _',
  orgCode: '须为 2 到 30 位字母、数字或 -',
  minLength: '至少 {{limit}} 个字符',
  maxLength: '最多 {{limit}} 个字符',
  minimum: '不能小于 {{limit}}',
  maximum: '不能大于 {{limit}}',
  minItems: '至少选择 {{limit}} 项',
  maxItems: '最多 {{limit}} 项',
  uniqueItems: '有重复项',
  enum: '不是可选的值',
  type: '格式不正确',
  pattern: '格式不正确',
  unknown: '不接受该字段',
  mismatch: '两次输入的密码不一致',
}
export type Rules = Record<keyof typeof rules, string>
