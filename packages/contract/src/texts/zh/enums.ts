/** Words of enumerations that belong to no single feature. */
export const enums = {
  reportType: {
    alarm: '报警',
    fault: '故障',
    restore: '恢复',
    lowPower: '低电量',
    heartbeat: '心跳',
    telemetry: '遥测',
    test: '测试',
  },
  reportCodeType: {
    CID: 'Contact ID',
    SIA: 'SIA',
    GB26875: 'GB/T 26875',
    EW: 'Emberwatch',
  },
  auditState: {
    pending: '待审核',
    approved: '已通过',
    rejected: '已驳回',
  },
  coordinateSystem: {
    WGS84: 'WGS-84',
    GCJ02: 'GCJ-02',
    BD09: 'BD-09',
  },
  feedbackState: {
    pending_handle: '待处理',
    handled: '已处理',
  },
  pushType: {
    app: '应用推送',
    sms: '短信',
    voice: '电话',
    mail: '邮件',
    inSite: '站内信',
  },
  pushWay: {
    http: 'HTTP',
    mqtt: 'MQTT',
  },
  upgradeTaskState: {
    disabled: '未启用',
    enabled: '已启用',
    suspended: '已暂停',
    completed: '已完成',
    terminated: '已终止',
  },
  upgradeDeviceState: {
    waiting: '等待',
    sent: '已下发',
    downloading: '下载中',
    verifying: '校验中',
    installing: '安装中',
    succeeded: '成功',
    failed: '失败',
    skipped: '已跳过',
  },
  upgradeMethod: {
    silent: '静默升级',
    optional: '可选升级',
    forced: '强制升级',
  },
  yesNo: {
    Y: '是',
    N: '否',
  },
}
