export const texts = {
  keyword: '名称或备注',
  create: '新建接入密钥',
  edit: '编辑接入密钥',
  created: '创建时间',
  revoke: '吊销',
  revokeHint: '立即失效，且不能恢复；由它打开的会话同时结束。它的操作记录保留。',
  disableConfirm: '“{{name}}”立即失效，由它打开的会话同时结束。之后可以重新启用。',
  rotate: {
    action: '更换密钥',
    title: '更换“{{name}}”的密钥',
    text: '新密钥只显示一次。',
    saved: '更换',
    immediatelyHint: '密钥可能已泄露时选择；否则旧密钥再有效 24 小时，供对方平稳切换',
  },
  secret: {
    label: '密钥',
    title: '“{{name}}”的密钥',
    hint: '只显示这一次。请现在复制并安全地交给对方；丢失后只能更换。',
    former: '旧密钥在 {{time}} 前仍然有效。',
    use: '对方在每次调用中这样使用：',
  },
  form: {
    company: '不选则为本公司',
    rights: '不能授予自己没有的权限',
    scope: '密钥不会看到该公司以外的内容',
    expires: '必填，最长 2 年',
    addresses: '如 203.0.113.7、203.0.113.0/24、2001:db8::/32；留空则不限',
    perMinute: '超出时返回 429，对方须稍后重试',
    remark: '如对方的联系人和用途',
  },
  panels: {
    access: '可以做什么',
    use: '使用情况',
    secrets: '密钥',
    requests: '最近 24 小时的请求',
    record: '记录',
  },
  anywhere: '不限',
  never: '从未使用',
  presentSecret: '当前',
  formerSecret: '旧密钥，{{time}} 失效',
  columns: {
    valid: '有效性',
    status: '状态码',
    count: '次数',
    lastAt: '最近一次',
    made: '创建',
  },
  noRequests: '最近 24 小时没有请求。',
  ticketBy: '“签发登录票据”由 {{name}} 授予，只能用于其本人可以代为登录的账号',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'open-access': typeof texts
  }
}
