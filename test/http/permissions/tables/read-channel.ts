/** Who is answered what about things in a channel that the organisation reads. */
export const inReadChannel = `
  operation                                   no token  wrong scope  outsider  reader  writer  manager  owner  admin  admin inside  elsewhere
  channels.get                                401       scope        200       200     200     200      200    200    200           404
  channels.update                             401       scope        403       403     403     200      403    200    200           404
  channels.export                             401       scope        200       200     200     200      200    200    200           404
  accessPreview.get of opening it             401       scope        403       403     403     200      403    200    200           404
  channels.remove                             401       scope        403       403     403     200      200    200    200           404
  members.list                                401       scope        200       200     200     200      200    200    200           404
  members.put                                 401       scope        403       403     403     200      403    200    200           404
  invitations.create to a channel             401       scope        scope     scope   scope   scope    scope  201    201           404
  members.remove                              401       scope        403       403     403     200      403    200    200           404
  artifacts.list of it                        401       scope        200       200     200     200      200    200    200           404
  artifacts.create in it                      401       scope        403       403     201     201      201    201    201           404
  artifacts.get                               401       scope        200       200     200     200      200    200    200           404
  artifacts.get a version                     401       scope        200       200     200     200      200    200    200           404
  artifacts.update                            401       scope        403       403     200     200      200    200    200           404
  artifacts.update to move it                 401       scope        403       403     200     200      200    200    200           404
  artifacts.update to withdraw it             401       scope        403       403     403     403      200    403    403           404
  accessPreview.get of a move                 401       scope        403       403     200     200      200    200    200           404
  artifacts.remove                            401       scope        403       403     200     200      200    200    200           404
  trash.restore                               401       scope        404       404     200     200      200    200    200           404
  trash.remove                                401       scope        404       404     200     200      200    200    200           404
  artifacts.update, stale                     401       scope        403       403     409     409      409    409    409           404
  artifacts.versions                          401       scope        200       200     200     200      200    200    200           404
  artifacts.version                           401       scope        200       200     200     200      200    200    200           404
  artifacts.diff                              401       scope        200       200     200     200      200    200    200           404
  artifacts.restore, stale                    401       scope        403       403     409     409      409    409    409           404
  artifacts.sheet                             401       scope        200       200     200     200      200    200    200           404
  artifacts.sheet of a version                401       scope        200       200     200     200      200    200    200           404
  artifacts.link                              401       scope        200       200     200     200      200    200    200           404
  artifacts.link one's own                    401       scope        403       403     200     200      200    200    200           404
  artifacts.update to move one's own          401       scope        403       403     200     200      200    200    200           404
  artifacts.link one's own to a record        401       scope        403       403     200     200      200    200    200           404
  artifacts.unlink                            401       scope        200       200     200     200      200    200    200           404
  artifacts.unlink one's own                  401       scope        403       403     200     200      200    200    200           404
  artifacts.unlink one's own from a record    401       scope        403       403     200     200      200    200    200           404
  files.list of it                            401       scope        200       200     200     200      200    200    200           404
  files.get                                   401       scope        200       200     200     200      200    200    200           404
  files.content                               401       scope        200       200     200     200      200    200    200           404
  files.text                                  401       scope        200       200     200     200      200    200    200           404
  files.update                                401       scope        403       403     403     403      200    200    200           404
  files.remove                                401       scope        403       403     403     403      200    200    200           404
  files.update one's own, into it             401       scope        403       403     200     200      200    200    200           404
  files.upload to it                          401       scope        403       403     201     201      201    201    201           404
  files.upload to a record                    401       scope        403       403     201     201      201    201    201           404
  files.upload to a session                   401       scope        403       403     403     403      201    403    403           404
  files.prepareUpload to it                   401       scope        403       403     200     200      200    200    200           404
  files.prepareUpload to a record             401       scope        403       403     200     200      200    200    200           404
  files.prepareUpload to a session            401       scope        403       403     403     403      200    403    403           404
  files.link                                  401       scope        403       403     403     403      200    200    200           404
  files.link one's own                        401       scope        403       403     200     200      200    200    200           404
  accessPreview.get of a file                 401       scope        403       403     200     200      200    200    200           404
  files.link one's own to a record            401       scope        403       403     200     200      200    200    200           404
  files.link one's own to a session           401       scope        403       403     403     403      200    403    403           404
  files.unlink                                401       scope        403       403     403     403      200    200    200           404
  files.unlink one's own                      401       scope        403       403     200     200      200    200    200           404
  files.unlink one's own from a record        401       scope        403       403     200     200      200    200    200           404
  files.unlink one's own from a session       401       scope        403       403     403     403      200    403    403           404
  sessions.list of it                         401       scope        200       200     200     200      200    200    200           404
  sessions.start in it                        401       scope        201       201     201     201      201    201    201           404
  sessions.get                                401       scope        200       200     200     200      200    200    200           404
  sessions.remove                             401       scope        403       403     403     403      200    403    403           404
  sessions.messages                           401       scope        200       200     200     200      200    200    200           404
  sessions.send                               401       scope        403       403     403     403      202    403    403           404
  sessions.link                               401       scope        403       403     403     403      200    200    200           404
  sessions.link one's own                     401       scope        403       403     200     200      200    200    200           404
  sessions.unlink                             401       scope        403       403     403     403      200    200    200           404
  sessions.unlink from it                     401       scope        403       403     403     403      200    200    200           404
  sessions.unlink one's own                   401       scope        200       200     200     200      200    200    200           404
  dataSets.create                             401       scope        403       403     201     201      201    201    201           404
  dataSets.get                                401       scope        200       200     200     200      200    200    200           404
  dataSets.find                               401       scope        200       200     200     200      200    200    200           404
  dataSets.remove                             401       scope        403       403     403     200      200    200    200           404
  dataSets.update                             401       scope        403       403     200     200      200    200    200           404
  dataSets.import                             401       scope        403       403     201     201      201    201    201           404
  dataSets.import of a sheet                  401       scope        201       201     201     201      201    201    201           404
  dataSets.import of a file                   401       scope        201       201     201     201      201    201    201           404
  dataSets.importRows                         401       scope        403       403     200     200      200    200    200           404
  dataSets.importRows of one's own sheet      401       scope        403       403     200     200      200    200    200           404
  dataSets.previewImport                      401       scope        403       403     200     200      200    200    200           404
  dataSets.previewImport of a file            401       scope        200       200     200     200      200    200    200           404
  dataSets.export                             401       scope        200       200     200     200      200    200    200           404
  records.create                              401       scope        403       403     201     201      201    201    201           404
  records.get                                 401       scope        200       200     200     200      200    200    200           404
  records.versions                            401       scope        200       200     200     200      200    200    200           404
  records.attachments                         401       scope        200       200     200     200      200    200    200           404
  records.update                              401       scope        403       403     200     200      200    200    200           404
  records.batch                               401       scope        403       403     200     200      200    200    200           404
  records.updateMany                          401       scope        403       403     200     200      200    200    200           404
  records.remove                              401       scope        403       403     200     200      200    200    200           404
  views.list                                  401       scope        200       200     200     200      200    200    200           404
  views.get                                   401       scope        200       200     200     200      200    200    200           404
  views.remove                                401       scope        403       403     200     200      200    200    200           404
  views.create                                401       scope        403       403     201     201      201    201    201           404
  views.update                                401       scope        403       403     200     200      200    200    200           404
  views.data                                  401       scope        200       200     200     200      200    200    200           404
  views.versions                              401       scope        200       200     200     200      200    200    200           404
  views.version                               401       scope        200       200     200     200      200    200    200           404
  views.diff                                  401       scope        200       200     200     200      200    200    200           404
  views.anchors                               401       scope        200       200     200     200      200    200    200           404
  views.restore, stale                        401       scope        403       403     409     409      409    409    409           404
  queries.ask about it                        401       scope        202       202     202     202      202    202    202           404
  queries.ask about a View                    401       scope        202       202     202     202      202    202    202           404
  queries.get                                 401       scope        404       404     404     404      200    404    404           404
  queries.cancel                              401       scope        404       404     404     404      200    404    404           404
  queries.run                                 401       scope        200       200     200     200      200    200    200           404
  queries.run a View                          401       scope        200       200     200     200      200    200    200           404
  queries.run of a sheet                      401       scope        200       200     200     200      200    200    200           404
  queries.run of a file                       401       scope        200       200     200     200      200    200    200           404
  queries.run of a version of a sheet         401       scope        200       200     200     200      200    200    200           404
  feed.list                                   401       scope        200       200     200     200      200    200    200           404
  activity.list of it                         401       scope        200       200     200     200      200    200    200           404
  posts.get                                   401       scope        200       200     200     200      200    200    200           404
  posts.create                                401       scope        403       403     201     201      201    201    201           404
  posts.update                                401       scope        403       403     403     403      200    403    403           404
  posts.remove                                401       scope        403       403     403     403      200    403    403           404
  posts.replies                               401       scope        200       200     200     200      200    200    200           404
  posts.reply                                 401       scope        403       403     201     201      201    201    201           404
  discussions.get                             401       scope        200       200     200     200      200    200    200           404
  discussions.get of an artifact              401       scope        200       200     200     200      200    200    200           404
  discussions.get of a file                   401       scope        200       200     200     200      200    200    200           404
  discussions.get of a record                 401       scope        200       200     200     200      200    200    200           404
  discussions.get of a session                401       scope        200       200     200     200      200    200    200           404
  discussions.comment                         401       scope        403       403     201     201      201    201    201           404
  discussions.comment on an artifact          401       scope        403       403     201     201      201    201    201           404
  discussions.comment on a file               401       scope        403       403     201     201      201    201    201           404
  discussions.comment on a record             401       scope        403       403     201     201      201    201    201           404
  discussions.comment on a session            401       scope        403       403     201     201      201    201    201           404
  discussions.getComment                      401       scope        200       200     200     200      200    200    200           404
  discussions.updateComment                   401       scope        403       403     403     403      200    403    403           404
  discussions.removeComment                   401       scope        403       403     403     403      200    403    403           404
  discussions.react                           401       scope        403       403     200     200      200    200    200           404
  discussions.react to a comment              401       scope        403       403     200     200      200    200    200           404
  discussions.react to an artifact            401       scope        403       403     200     200      200    200    200           404
  discussions.react to a file                 401       scope        403       403     200     200      200    200    200           404
  discussions.react to a record               401       scope        403       403     200     200      200    200    200           404
  discussions.react to a session              401       scope        403       403     200     200      200    200    200           404
  trash.list of it                            401       scope        200       200     200     200      200    200    200           404
  search.run of it                            401       scope        200       200     200     200      200    200    200           404`;
