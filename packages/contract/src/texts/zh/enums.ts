import type { EnumName, EnumValue } from '../../kernel/enums.ts'

export type EnumTexts = { [N in EnumName]: Record<EnumValue<N>, string> }

export const enums: EnumTexts = {
  accountType: { siter: '运营公司', distributor: '经销商', agent_one: '一级代理', agent_two: '二级代理', customer: '客户', user: '普通用户' },
  companyType: { siter: '运营公司', distributor: '经销商', agent_one: '一级代理', agent_two: '二级代理' },
  alarmState: { unconfirmed: '未确认', confirmed: '已确认', cleared: '已处理', misreport: '误报' },
  alarmLevel: { fire: '火警', warning: '预警', notice: '提示' },
  handleWay: { onSite: '现场处理', byPhone: '电话核实', repairOrder: '转维修单', selfRestored: '自行恢复', drill: '演练', other: '其他' },
  misreportCause: { cooking: '烹饪', smoking: '吸烟', steam: '水汽', dust: '灰尘', insects: '昆虫', construction: '施工', deviceDefect: '设备故障', test: '测试', unknown: '原因不明' },
  reportType: { alarm: '报警', fault: '故障', restore: '恢复', lowPower: '低电量', heartbeat: '心跳', telemetry: '遥测', test: '测试' },
  reportCodeType: { CID: 'Contact ID', SIA: 'SIA', GB26875: 'GB/T 26875', EW: 'Emberwatch' },
  projectStatus: { uninstall: '未安装', installing: '安装中', maintenance: '维保中', overmaintenance: '已过保' },
  auditState: { pending: '待审核', approved: '已通过', rejected: '已驳回' },
  orderKind: { install: '安装', repair: '维修', inspect: '巡检', maintenance: '维保' },
  orderStatus: { pending_assign: '待派单', pending_receive: '待接单', pending_complete: '待开工', processing: '处理中', pending_verify: '待审核', pending_evaluation: '待评价', complete: '已完成' },
  orderOrigin: { alarm: '报警', fault: '故障', plan: '计划', feedback: '用户反馈', manual: '人工创建', api: '开放接口' },
  orderPriority: { urgent: '紧急', high: '高', normal: '普通', low: '低' },
  completeType: { fixed: '已修复', replaced: '已更换', noFault: '未见故障', partly: '部分完成', notPossible: '无法完成' },
  deviceStatus: { alarm: '报警', fault: '故障', lowPower: '低电量', offline: '离线', online: '在线' },
  network: { nbIot: 'NB-IoT', lora: 'LoRa', cellular: '4G/5G', bus: '总线', ethernet: '以太网' },
  faultState: { pending: '待处理', processing: '处理中', solved: '已解决' },
  feedbackState: { pending_handle: '待处理', handled: '已处理' },
  customerType: { person: '个人', enterprise: '企业', public: '公共机构' },
  notifyMethod: { app: '应用推送', sms: '短信', voice: '电话', mail: '邮件', inSite: '站内信' },
  pushType: { app: '应用推送', sms: '短信', voice: '电话', mail: '邮件', inSite: '站内信' },
  pushWay: { http: 'HTTP', mqtt: 'MQTT' },
  upgradeTaskState: { disabled: '未启用', enabled: '已启用', suspended: '已暂停', completed: '已完成', terminated: '已终止' },
  upgradeDeviceState: { waiting: '等待', sent: '已下发', downloading: '下载中', verifying: '校验中', installing: '安装中', succeeded: '成功', failed: '失败', skipped: '已跳过' },
  upgradeMethod: { silent: '静默升级', optional: '可选升级', forced: '强制升级' },
  journeyStep: {
    deviceTime: '设备时间', received: '平台收到', stored: '已存储', decoded: '已解析', pushed: '已推送到控制台', shown: '首次显示', repeated: '重复报警', restored: '报警源恢复',
    notificationQueued: '通知排队', notificationSent: '通知已发', notificationDelivered: '通知送达', notificationAnswered: '通知已应答', notificationFailed: '通知失败',
    confirmed: '已确认', cleared: '已处理', misreport: '标记误报', repairOrder: '转维修单',
  },
  malformedReason: { notJson: '不是 JSON', tooLarge: '超过 64 KiB', wrongType: '字段类型错误', foreignDevice: '不属于该网关的设备', unknownTopic: '未知主题' },
  yesNo: { Y: '是', N: '否' },
}
