export const texts = {
  keyword: '编号或名称',
  series: {
    create: '新建系列',
    edit: '编辑系列',
    keyword: '编号、名称或厂家',
    imageHint: 'png、jpg 或 gif，正方形、白色背景，边长大于 200 像素，不超过 1 MB',
    disable: '停用后不再提供该系列供选择，已登记的设备不受影响。确定停用？',
    deleteHint: '没有型号的系列才能删除。',
    expired: '已到期',
  },
  model: {
    create: '新建型号',
    edit: '编辑型号',
    basic: '基本信息',
    supervision: '监测与超时',
    record: '记录',
    heartbeatHint: '两次心跳之间的时间',
    offlineHint: '超过此时间没有任何消息即判为离线；不填则为 3 个心跳间隔。缩短后，最迟在原超时时间过后生效',
    lowBatteryHint: '电量低于此值时标记为低电量',
    thresholdsHint: '测量值超出范围时在设备页标出；名称与设备上报的一致，如 temperature',
    makerKeyHint: '固件厂家的 Ed25519 公钥（Base64）；填写后可核对上传固件的厂家签名',
    resendHint: '仅用于同一指令编号只执行一次的设备',
    manualHint: 'PDF、图片或 Word 文档，不超过 20 MB',
    disable: '停用后不能再登记该型号的设备，已登记的设备照常上报和监测。确定停用？',
    deleteHint: '没有设备、指令和联动规则使用的型号才能删除。',
    config: '配置',
    devices: '设备型号',
    gateway: '网关',
    device: '设备',
    gatewayHint: '保存后不能修改',
    download: '下载',
  },
  thresholds: {
    add: '添加阈值',
    remove: '删除阈值 {{index}}',
    name: '阈值 {{index}} 的名称',
    unit: '阈值 {{index}} 的单位',
    minimum: '阈值 {{index}} 的下限',
    maximum: '阈值 {{index}} 的上限',
    namePlaceholder: '名称，如 temperature',
    none: '未设置',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'device-model': typeof texts
  }
}
