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
    supervisionHint: '只有按心跳监测的设备才有在线、离线之分，静默时产生离线故障；另外两种不判断离线，安静不代表正常',
    heartbeatHint: '两次心跳之间的时间',
    offlineHint: '超过此时间没有任何消息即判为离线；不填则为 3 个心跳间隔。缩短后，最迟在原超时时间过后生效',
    codecHint: '仅作记录，不影响报文解析',
    lowBatteryHint: '上报的电量低于此值时，在设备列表和设备页标出；“低电量”状态由设备自己的上报决定',
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
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'device-model': typeof texts
  }
}
