export const texts = {
  tabs: { carriers: '运营商平台', providers: '通知服务商', settings: '平台设置' },
  groups: { retention: '数据保留', files: '文件与存储', password: '密码规则', sign: '登录与锁定', orders: '工单', map: '地图' },
  intro: '保存后立即对所有进程和用户生效，无需重启。留空的项使用默认值；每次修改都记入审计日志。',
  kept: '报警、故障、工单、设备上报和审计日志永久保留，不能设置期限。',
  defaultIs: '默认 {{value}}',
  none: '不限制',
  hints: {
    logs: '至少 6 个月（网络安全法第二十一条）',
    values: '至少 12 个月',
    storage: '适用于没有单独设置存储配额的公司；0 表示不限制',
    kinds: '小写字母、大写字母、数字、其他字符中至少包含几种',
    age: '超过后登录时必须先修改密码；0 表示不过期',
    reuse: '不能再次使用最近用过的几个密码；0 表示不限制',
    hours: '超过该时长未操作即退出登录',
    days: '无论是否操作，到期须重新登录',
    lock: '同一地址连续输错达到次数后，该账号在该地址被锁定',
    certificates: '这类工单只能派给持有未过期证书的工程师（证书在账号资料中登记）；不选表示都不要求',
    map: '高德地图需要联网和密钥；未选择时有密钥用高德地图，无密钥用离线地图',
  },
  saved: '设置已保存',
  reset: '撤销修改',
  lastChange: '最近修改：{{who}}，',
  never: '尚未修改过，全部使用默认值。',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    settings: typeof texts
  }
}
