/** What is sent or spoken to people outside if a code has no text of its own, and an example to show it with. */
export const said = {
  standard: '【消防报警】{project} {place} {device} 于 {time} 发生“{type}”，请立即核实处理。',
  example: {
    project: '示例大厦',
    address: '示例路 1 号',
    place: '3 层东走廊',
    device: '感烟火灾探测器 3-12',
    type: '报警',
  },
  /** Added to a message about several events: of the same project, or held back because a person gets only so many calls per minute. */
  folded: '同一项目共 {{count}} 条，最早一条：',
  held: '另有 {{count}} 条待通知您，请登录平台查看。',
  testTitle: '通知测试',
  test: '这是消防物联网平台的测试消息，无需处理。',
  unreachedTitle: '报警通知无人收到',
  unreached: '“{{site}}”的报警“{{type}}”（{{code}}）的通知全部未能送达，请立即亲自处理。',
  deadTitle: '通知无法发出',
  dead: '平台的{{channels}}无法发出通知，排队最久的已等待 {{seconds}} 秒。请立即检查运营配置中的通知服务商。',
}
