/** Who is answered what about things in no channel, or in none alone. */
export const inNoChannel = `
  operation                                   no token  wrong scope  outsider  reader  writer  manager  owner  admin  admin inside  elsewhere
  me.get                                      401       scope        200       200     200     200      200    200    200           200
  signIns.list                                401       scope        200       200     200     200      200    200    200           200
  signIns.end                                 401       scope        200       200     200     200      200    200    200           200
  me.setPassword                              401       scope        403       403     403     403      403    403    403           403
  signIns.makeToken                           401       scope        403       403     403     403      403    403    403           403
  webhooks.list                               401       scope        200       200     200     200      200    200    200           200
  webhooks.add                                401       scope        201       201     201     201      201    201    201           201
  webhooks.get                                401       scope        404       404     404     404      200    404    404           404
  webhooks.resume                             401       scope        404       404     404     404      200    404    404           404
  webhooks.remove                             401       scope        200       200     200     200      200    200    200           200
  people.list                                 401       scope        200       200     200     200      200    200    200           200
  inbox.list                                  401       scope        200       200     200     200      200    200    200           200
  inbox.seen                                  401       scope        200       200     200     200      200    200    200           200
  channels.list                               401       scope        200       200     200     200      200    200    200           200
  channels.create                             401       scope        201       201     201     201      201    201    201           201
  artifacts.list                              401       scope        200       200     200     200      200    200    200           200
  trash.list                                  401       scope        200       200     200     200      200    200    200           200
  artifacts.create                            401       scope        201       201     201     201      201    201    201           201
  artifacts.get                               401       scope        404       404     404     404      200    404    404           404
  artifacts.get a version                     401       scope        404       404     404     404      200    404    404           404
  artifacts.update                            401       scope        404       404     404     404      200    404    404           404
  artifacts.update to move it                 401       scope        404       404     404     404      200    404    404           404
  artifacts.update to withdraw it             401       scope        404       404     404     404      200    404    404           404
  accessPreview.get of a move                 401       scope        404       404     404     404      200    404    404           404
  artifacts.remove                            401       scope        404       404     404     404      200    404    404           404
  trash.restore                               401       scope        404       404     404     404      200    404    404           404
  trash.remove                                401       scope        404       404     404     404      200    404    404           404
  artifacts.update, stale                     401       scope        404       404     404     404      409    404    404           404
  artifacts.versions                          401       scope        404       404     404     404      200    404    404           404
  artifacts.version                           401       scope        404       404     404     404      200    404    404           404
  artifacts.diff                              401       scope        404       404     404     404      200    404    404           404
  artifacts.restore, stale                    401       scope        404       404     404     404      409    404    404           404
  artifacts.sheet                             401       scope        404       404     404     404      200    404    404           404
  artifacts.sheet of a version                401       scope        404       404     404     404      200    404    404           404
  artifacts.link                              401       scope        404       404     404     404      200    404    404           404
  artifacts.unlink                            401       scope        404       404     404     404      200    404    404           404
  files.list                                  401       scope        200       200     200     200      200    200    200           200
  files.get                                   401       scope        404       404     404     404      200    404    404           404
  files.content                               401       scope        404       404     404     404      200    404    404           404
  files.text                                  401       scope        404       404     404     404      200    404    404           404
  files.update                                401       scope        404       404     404     404      200    404    404           404
  files.remove                                401       scope        404       404     404     404      200    404    404           404
  files.update one's own                      401       scope        200       200     200     200      200    200    200           200
  files.upload                                401       scope        201       201     201     201      201    201    201           201
  files.upload to a session                   401       scope        404       404     404     404      201    403    403           404
  files.prepareUpload                         401       scope        200       200     200     200      200    200    200           200
  files.prepareUpload to a session            401       scope        404       404     404     404      200    403    403           404
  files.link                                  401       scope        404       404     404     404      200    404    404           404
  files.link one's own to a session           401       scope        404       404     404     404      200    403    403           404
  files.unlink                                401       scope        404       404     404     404      200    404    404           404
  files.unlink one's own from a session       401       scope        404       404     404     404      200    403    403           404
  sessions.list                               401       scope        200       200     200     200      200    200    200           200
  sessions.start                              401       scope        201       201     201     201      201    201    201           201
  sessions.get                                401       scope        404       404     404     404      200    200    200           404
  sessions.remove                             401       scope        404       404     404     404      200    403    403           404
  sessions.messages                           401       scope        404       404     404     404      200    403    403           404
  sessions.send                               401       scope        404       404     404     404      202    403    403           404
  sessions.link                               401       scope        404       404     404     404      200    200    200           404
  sessions.unlink                             401       scope        404       404     404     404      200    200    200           404
  dataSets.import of a sheet                  401       scope        404       404     404     404      201    404    404           404
  dataSets.import of a file                   401       scope        404       404     404     404      201    404    404           404
  dataSets.previewImport of a file            401       scope        404       404     404     404      200    404    404           404
  queries.run of a sheet                      401       scope        404       404     404     404      200    404    404           404
  queries.run of a file                       401       scope        404       404     404     404      200    404    404           404
  queries.run of a version of a sheet         401       scope        404       404     404     404      200    404    404           404
  queries.ask                                 401       scope        202       202     202     202      202    202    202           202
  queries.list                                401       scope        200       200     200     200      200    200    200           200
  queries.get                                 401       scope        404       404     404     404      200    404    404           404
  queries.cancel                              401       scope        404       404     404     404      200    404    404           404
  feedback.submit                             401       scope        200       200     200     200      200    200    200           200
  activity.list                               401       scope        200       200     200     200      200    200    200           200
  users.list                                  401       scope        scope     scope   scope   scope    scope  200    200           200
  users.get                                   401       scope        scope     scope   scope   scope    scope  200    200           404
  users.add                                   401       scope        scope     scope   scope   scope    scope  201    201           201
  users.add to an organisation                401       scope        scope     scope   scope   scope    scope  201    201           404
  users.update                                401       scope        scope     scope   scope   scope    scope  200    200           404
  users.setPassword                           401       scope        scope     scope   scope   scope    scope  200    200           404
  users.signOut                               401       scope        scope     scope   scope   scope    scope  200    200           404
  users.remove                                401       scope        scope     scope   scope   scope    scope  200    200           404
  invitations.list                            401       scope        scope     scope   scope   scope    scope  200    200           200
  invitations.create                          401       scope        scope     scope   scope   scope    scope  201    201           201
  invitations.create to an organisation       401       scope        scope     scope   scope   scope    scope  201    201           404
  invitations.revoke                          401       scope        scope     scope   scope   scope    scope  200    200           404
  organizations.list                          401       scope        scope     scope   scope   scope    scope  200    200           200
  organizations.add                           401       scope        scope     scope   scope   scope    scope  403    403           403
  organizations.update                        401       scope        scope     scope   scope   scope    scope  200    200           404
  clients.list                                401       scope        scope     scope   scope   scope    scope  403    403           403
  clients.add                                 401       scope        scope     scope   scope   scope    scope  403    403           403
  clients.remove                              401       scope        scope     scope   scope   scope    scope  403    403           403
  indexes.list                                401       scope        scope     scope   scope   scope    scope  200    200           200
  issuers.list                                401       scope        scope     scope   scope   scope    scope  200    200           200
  issuers.add                                 401       scope        scope     scope   scope   scope    scope  403    403           403
  issuers.remove                              401       scope        scope     scope   scope   scope    scope  403    403           403
  keys.rotate                                 401       scope        scope     scope   scope   scope    scope  403    403           403
  sources.list                                401       scope        scope     scope   scope   scope    scope  200    200           200
  sources.get                                 401       scope        scope     scope   scope   scope    scope  200    200           404
  sources.add                                 401       scope        scope     scope   scope   scope    scope  403    403           403
  sources.synchronize                         401       scope        scope     scope   scope   scope    scope  403    403           403
  sources.takeDue                             401       scope        scope     scope   scope   scope    scope  403    403           403
  feedback.list                               401       scope        scope     scope   scope   scope    scope  200    200           200
  search.run                                  401       scope        200       200     200     200      200    200    200           200
  me.signOut                                  401       scope        200       200     200     200      200    200    200           200`;
