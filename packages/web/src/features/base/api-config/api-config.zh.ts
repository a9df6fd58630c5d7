export const texts = {
  keyword: '名称或路径',
  columns: { call: '接口', name: '名称', operations: '操作码', updated: '更新' },
  create: '配置接口',
  edit: '编辑“{{name}}”',
  toDefaults: '恢复默认',
  toDefaultsConfirm: '删除“{{name}}”的配置，该接口恢复默认。确定？',
  toDefaultsDone: '已恢复默认',
  session: '登录即可',
  standard: '默认',
  masked: '{{count}} 个字段',
  form: {
    path: '接口',
    pathHint: '尚未配置的接口；保存后立即生效',
    nameHint: '便于识别的名称',
    perMinuteHint: '每个来源地址每分钟的调用次数上限；留空为默认',
    perMinuteIs: '每个来源地址每分钟的调用次数上限；留空为默认（{{count}} 次）',
    logged: '记入接口日志',
    maskedHint: '写入日志时隐藏这些字段的内容；密码、令牌、电话等始终隐藏',
    maskedFirst: '请先选择接口',
    enabled: '开放',
    enabledHint: '关闭后，所有人调用该接口都会被拒绝',
    needed: '登录或配置需要该接口，不能关闭',
  },
  open: '开放',
  closed: '已关闭',
  platform: {
    keyword: '名称或编码',
    create: '新建运营商平台',
    edit: '编辑运营商平台',
    columns: { name: '平台 / 编码', protocol: '协议', url: '接入地址', appId: '应用编号', secret: '密钥' },
    set: '已设置',
    unset: '未设置',
    notReceived: '本版本尚不接收运营商平台的推送',
    notReceivedHint: '这里的登记只作保存，“启用”也不会接入任何设备。请让设备经网关以 MQTT 或 HTTP 上报，否则收不到其报警。',
    deleteHint: '其密钥一并删除。',
    urlHint: 'http、https、mqtt、mqtts、coap 或 coaps 开头；不能包含账号和密码',
    urlWrong: '须以 http、https、mqtt、mqtts、coap 或 coaps 开头',
    secretNew: '保存后不再显示',
    secretKept: '已设置，不再显示；留空则保持不变',
    secretNone: '尚未设置；保存后不再显示',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'api-config': typeof texts
  }
}
