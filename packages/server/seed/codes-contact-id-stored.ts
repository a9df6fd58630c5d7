import { contactId, contactIdFormat } from '@emberwatch/device-link'
import type { Names, ReportParamSeed } from './report-param-seed.ts'

/** Texts by event: Chinese and English. */
type Events = Readonly<Record<string, Names>>

/** Arming and disarming: by whom or what. */
const openings: Events = {
  400: ['一般', 'general'],
  401: ['用户', 'by user'],
  402: ['分组', 'group'],
  403: ['自动', 'automatic'],
  404: ['延迟', 'late'],
  405: ['推迟', 'deferred'],
  407: ['远程', 'remote'],
  408: ['快速', 'quick'],
  409: ['钥匙开关', 'keyswitch'],
  441: ['留守', 'stay'],
  442: ['钥匙开关留守', 'keyswitch stay'],
  443: ['带系统故障', 'with system trouble override'],
  450: ['例外', 'exception'],
  451: ['提前', 'early'],
  452: ['逾时', 'late'],
  456: ['部分', 'partial'],
  459: ['刚布防', 'recent close'],
  463: ['报警后重新', 're-arm after alarm'],
}

/** Stored without raising anything. */
const stored: Events = {
  305: ['系统复位', 'System reset'],
  306: ['控制器编程更改', 'Panel programming changed'],
  313: ['工程师复位', 'Engineer reset'],
  360: ['新登记', 'New registration'],
  361: ['授权替换登记', 'Authorized substitution registration'],
  365: ['模块固件升级', 'Module firmware update'],
  406: ['取消报警', 'Cancel'],
  411: ['请求回拨', 'Callback request made'],
  412: ['远程下载成功', 'Successful download or access'],
  413: ['远程访问失败', 'Unsuccessful access'],
  414: ['收到系统停机指令', 'System shutdown command received'],
  415: ['收到拨号器停用指令', 'Dialer shutdown command received'],
  416: ['远程上传成功', 'Successful upload'],
  418: ['远程取消', 'Remote cancel'],
  419: ['远程复核', 'Remote verify'],
  421: ['拒绝进入', 'Access denied'],
  422: ['用户进入', 'Access report by user'],
  424: ['拒绝外出', 'Egress denied'],
  425: ['允许外出', 'Egress granted'],
  429: ['进入门禁编程', 'Access program mode entry'],
  430: ['退出门禁编程', 'Access program mode exit'],
  431: ['门禁威胁等级更改', 'Access threat level change'],
  435: ['第二人进入', 'Second person access'],
  436: ['异常进入', 'Irregular access'],
  453: ['未按时撤防', 'Failed to open'],
  454: ['未按时布防', 'Failed to close'],
  455: ['自动布防失败', 'Auto-arm failed'],
  457: ['用户外出错误', 'Exit error by user'],
  458: ['用户在场', 'User on premises'],
  461: ['密码错误', 'Wrong code entry'],
  462: ['密码正确', 'Legal code entry'],
  464: ['自动布防延时', 'Auto-arm time extended'],
  465: ['紧急求助复位', 'Panic alarm reset'],
  466: ['维修人员进出', 'Service on or off premises'],
  531: ['模块加入', 'Module added'],
  605: ['随后发送状态报告', 'Status report to follow'],
  606: ['随后开始监听', 'Listen-in to follow'],
  609: ['视频发射机工作', 'Video transmitter active'],
  616: ['请求维修', 'Service request'],
  621: ['事件记录清除', 'Event log reset'],
  622: ['事件记录已用 50%', 'Event log 50% full'],
  623: ['事件记录已用 90%', 'Event log 90% full'],
  624: ['事件记录溢出', 'Event log overflow'],
  625: ['时间日期重设', 'Time or date reset'],
  626: ['时间日期不准', 'Time or date inaccurate'],
  627: ['进入编程', 'Program mode entry'],
  628: ['退出编程', 'Program mode exit'],
  629: ['32 小时记录标记', '32-hour event log marker'],
  630: ['时间表更改', 'Schedule change'],
  631: ['例外时间表更改', 'Exception schedule change'],
  632: ['门禁时间表更改', 'Access schedule change'],
  642: ['儿童回家监护', 'Latch-key supervision'],
  643: ['受限门开启', 'Restricted door opened'],
  645: ['增援到达', 'Help arrived'],
  647: ['取消增援', 'Additional help cancelled'],
  655: ['安装人员更改用户密码', 'User code modified by installer'],
}

const tests: Events = {
  601: ['手动测试', 'Manual trigger test'],
  602: ['定期测试', 'Periodic test'],
  603: ['定期无线发射', 'Periodic RF transmission'],
  604: ['火警测试', 'Fire test'],
  607: ['步行测试', 'Walk test mode'],
  611: ['测试点正常', 'Point tested OK'],
  612: ['测试点未测试', 'Point not tested'],
  613: ['入侵防区步行测试', 'Intrusion zone walk tested'],
  614: ['火灾防区步行测试', 'Fire zone walk tested'],
  615: ['紧急求助防区步行测试', 'Panic zone walk tested'],
}

const storedEvents = (type: 'telemetry' | 'test', events: Events): ReportParamSeed[] =>
  Object.entries(events).flatMap(([event, [zh, en]]) =>
    (['new', 'status', 'restore'] as const).map((qualifier) => ({
      format: contactIdFormat,
      code: contactId(qualifier, event),
      type,
      zh,
      en,
    })),
  )

const openingTexts = {
  new: ['撤防', 'Opening'],
  restore: ['布防', 'Closing'],
  status: ['布撤防状态', 'Open/close status'],
} as const

const openingEvents = Object.entries(openings).flatMap(([event, [zh, en]]) =>
  (['new', 'restore', 'status'] as const).map((qualifier): ReportParamSeed => {
    const [zhWhat, enWhat] = openingTexts[qualifier]
    const code = contactId(qualifier, event)
    return { format: contactIdFormat, code, type: 'telemetry', zh: `${zhWhat}（${zh}）`, en: `${enWhat} (${en})` }
  }),
)

/** Contact ID events that raise nothing: openings and closings, access, programming, logs and tests. */
export const storedContactIdCodes: readonly ReportParamSeed[] = [
  ...openingEvents,
  ...storedEvents('telemetry', stored),
  ...storedEvents('test', tests),
]
