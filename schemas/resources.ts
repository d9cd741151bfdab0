import { Artifact } from './artifacts.ts';
import { Channel, Member } from './channels.ts';
import { Client } from './clients.ts';
import { LinkTarget, Person } from './common.ts';
import { DataSet } from './data-sets.ts';
import { Invitation } from './invitations.ts';
import { SignIn } from './me.ts';
import { Problem } from './problem.ts';
import { Organization } from './organizations.ts';
import { FeedItem } from './feed.ts';
import { Field, FieldType, MetricFunction, Operator } from './fields.ts';
import { Feedback } from './feedback.ts';
import { File } from './files.ts';
import { InboxItem } from './inbox.ts';
import { Issuer } from './issuers.ts';
import { Colleague } from './people.ts';
import { Comment, Post } from './posts.ts';
import {
  Column,
  Completeness,
  Filters,
  Query,
  QueuedQuery,
  Row,
  TypedQuery,
  ViewFilters,
  WidgetResultSchema,
} from './queries.ts';
import { Record } from './records.ts';
import { SearchResult } from './search.ts';
import { Message, Session } from './sessions.ts';
import { Source, Synchronization } from './sources.ts';
import { TrashEntry } from './trash.ts';
import { UserAccount } from './users.ts';
import { View, ViewRecord } from './views.ts';

/** The schemas that are named components of the OpenAPI document. */
export const resources = {
  Artifact,
  Channel,
  Client,
  Colleague,
  Column,
  Comment,
  Completeness,
  DataSet,
  FeedItem,
  Feedback,
  Field,
  FieldType,
  File,
  Filters,
  InboxItem,
  Invitation,
  Issuer,
  Link: LinkTarget,
  Member,
  Message,
  MetricFunction,
  Operator,
  Organization,
  Person,
  Post,
  Problem,
  Query,
  QueuedQuery,
  Record,
  Row,
  SearchResult,
  Session,
  SignIn,
  Source,
  Synchronization,
  TrashEntry,
  TypedQuery,
  UserAccount,
  View,
  ViewFilters,
  ViewRecord,
  Widget: WidgetResultSchema,
};
